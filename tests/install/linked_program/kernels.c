#include "kernels.h"

double divided(const double *a, const double *b, int n) {
  double sum = 0;
#pragma osaca analyze expect(cycles <= 1.0)
  for (int i = 0; i < n; ++i)
    sum += a[i] / b[i];
  return sum;
}

void scaled(double *a, double by, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    a[i] = a[i] * by + squared(a[i]);
}

/* Only ALL_LOOPS asks for it. */
int counted(const int *a, int n) {
  int count = 0;
  for (int i = 0; i < n; ++i)
    count += a[i] > 3;
  return count;
}
