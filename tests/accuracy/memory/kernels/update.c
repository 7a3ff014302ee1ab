// One array read and written.
void update(double *a, double factor, long n) {
  for (long i = 0; i < n; ++i)
    a[i] = a[i] * factor + factor;
}
