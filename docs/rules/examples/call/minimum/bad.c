#include <math.h>

void at_most(double *restrict out, const double *in, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    out[i] = fmin(in[i], 1);
}
