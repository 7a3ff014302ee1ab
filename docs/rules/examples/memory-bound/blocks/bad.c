/* y = c[0] x^15 + ... + c[15] for many x: a pass over all of them for each coefficient. */
void polynomials(double *restrict y, const double *restrict x, const double *c, int n) {
  for (int k = 0; k < 16; ++k)
#pragma osaca analyze data(L3)
    for (int i = 0; i < n; ++i)
      y[i] = y[i] * x[i] + c[k];
}
