// Inline assembly with a number that differs in each copy. The plugin must generate this unit a second time.
int numbered(const int *a, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    __asm__ volatile("# copy %=" : "+r"(sum));
    sum += a[i];
  }
  return sum;
}

double plain(const double *a, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += a[i];
  return sum;
}
