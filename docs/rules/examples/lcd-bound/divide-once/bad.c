double shrink(const double *ratios, int n) {
  double size = 1;
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    size /= ratios[i];
  return size;
}
