struct halves {
  unsigned low;
  unsigned high;
};

void split(struct halves *restrict to, const unsigned long *in, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i) {
    to[i].low = (unsigned)in[i];
    to[i].high = (unsigned)(in[i] >> 32);
  }
}
