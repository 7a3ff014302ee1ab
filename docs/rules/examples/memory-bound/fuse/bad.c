void moments(const double *x, double *sums, int n) {
  double sum = 0, squares = 0;
#pragma osaca analyze data(L3)
  for (int i = 0; i < n; ++i)
    sum += x[i];
#pragma osaca analyze data(L3)
  for (int i = 0; i < n; ++i)
    squares += x[i] * x[i];
  sums[0] = sum;
  sums[1] = squares;
}
