#include "shared.h"

double pi(int steps) {
  double sum = 0.0, step = 1.0 / steps;
#pragma osaca analyze
  for (int i = 0; i < steps; ++i) {
    double x = (i + 0.5) * step;
    sum += 4.0 / (1.0 + x * x);
  }
  return sum * step;
}

/* wider characters before a loop on its line count as one unit, two units, several bytes */
void scaled(float *restrict a, const float *restrict b, int n) {
#pragma osaca analyze
  /* é 🙂 */ for (int i = 0; i < n; ++i) { /* ü */ a[i] = b[i] / 3.0f; }
}

double sums(const double *a, int n) {
  return sum_of(a, n) + sum_of(a + n, n);
}

int none(void) {
  int all = 0;
#pragma osaca analyze
  for (int i = 0; i < 3; ++i)
    all += i;
  return all;
}
