void rotate(unsigned long *restrict out, const unsigned long *in, int n) {
#pragma osaca analyze
#pragma GCC unroll 8
  for (int i = 0; i < n; ++i)
    out[i] = (in[i] << 13 | in[i] >> 51) + (in[i] ^ 0x1234567);
}
