// Numbers whose places another array holds.
double gather(const double *values, const int *places, long n) {
  double total = 0;
  for (long i = 0; i < n; ++i)
    total += values[places[i]];
  return total;
}
