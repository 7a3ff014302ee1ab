#include <math.h>

void down(double *restrict out, const double *in, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    out[i] = floor(in[i]);
}
