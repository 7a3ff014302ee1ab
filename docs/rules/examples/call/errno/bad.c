#include <math.h>

void to_steps(double *restrict out, const double *in, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    out[i] = (double)lrint(in[i] * 100);
}
