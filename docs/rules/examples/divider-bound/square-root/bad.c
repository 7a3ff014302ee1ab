#include <math.h>

int count_within(const float *x, const float *y, float radius, int n) {
  int count = 0;
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    count += sqrtf(x[i] * x[i] + y[i] * y[i]) < radius;
  return count;
}
