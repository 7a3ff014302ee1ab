struct halves {
  unsigned *low;
  unsigned *high;
};

void split(struct halves to, const unsigned long *in, int n) {
  unsigned *restrict low = to.low, *restrict high = to.high;
#pragma osaca analyze
  for (int i = 0; i < n; ++i) {
    low[i] = (unsigned)in[i];
    high[i] = (unsigned)(in[i] >> 32);
  }
}
