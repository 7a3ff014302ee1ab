double shrink(const double *ratios, int n) {
  double product = 1;
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    product *= ratios[i];
  return 1 / product;
}
