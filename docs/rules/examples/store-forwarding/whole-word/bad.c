union word {
  unsigned long whole;
  unsigned char bytes[8];
};

void stamp(union word *word, const unsigned char *tags, long *stamped, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i) {
    word->bytes[3] = tags[i];
    stamped[i] = (long)word->whole; /* reads eight bytes, one of which was just stored */
  }
}
