#include <math.h>

void nearest(double *restrict out, const double *in, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    out[i] = round(in[i]);
}
