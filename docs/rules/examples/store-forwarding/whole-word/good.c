union word {
  unsigned long whole;
  unsigned char bytes[8];
};

void stamp(union word *word, const unsigned char *tags, long *stamped, int n) {
  unsigned long others = word->whole & ~(255ul << 24);
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    stamped[i] = (long)(others | (unsigned long)tags[i] << 24);
  if (n > 0)
    word->whole = others | (unsigned long)tags[n - 1] << 24;
}
