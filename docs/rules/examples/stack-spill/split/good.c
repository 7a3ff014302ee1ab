enum { chains = 16 };

void totals(double *out, const double *a, const double *b, int n) {
  double in_a[chains] = {0}, in_b[chains] = {0};
#pragma osaca analyze
  for (int i = 0; i + chains <= n; i += chains)
    for (int k = 0; k < chains; ++k)
      in_a[k] += a[i + k];
#pragma osaca analyze
  for (int i = 0; i + chains <= n; i += chains)
    for (int k = 0; k < chains; ++k)
      in_b[k] += b[i + k];
  out[0] = out[1] = 0;
  for (int k = 0; k < chains; ++k) {
    out[0] += in_a[k];
    out[1] += in_b[k];
  }
}
