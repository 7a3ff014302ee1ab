void scale_wanted(float *restrict out, const float *in, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    if (in[i] > 0)
      out[i] = in[i] * 2;
}
