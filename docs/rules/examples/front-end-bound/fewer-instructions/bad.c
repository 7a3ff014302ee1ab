void mix(long *restrict out, const long *in, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    out[i] = in[i] ^ in[i + 1] ^ in[i + 2] ^ in[i + 3] ^ in[i + 4];
}
