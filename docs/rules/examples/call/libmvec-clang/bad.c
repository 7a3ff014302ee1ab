#include <math.h>

void wave(double *restrict out, const double *x, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    out[i] = sin(x[i]);
}
