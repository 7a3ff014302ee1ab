void flip(unsigned char *restrict out, const unsigned char *in, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    out[i] = ~in[i];
}
