// One array read, one read and written.
void daxpy(double *restrict y, const double *restrict x, double factor, long n) {
  for (long i = 0; i < n; ++i)
    y[i] += factor * x[i];
}
