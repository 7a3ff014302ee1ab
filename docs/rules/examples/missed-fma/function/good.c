#include <math.h>

void polynomial(float *restrict out, const float *x, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i) {
    float sum = fmaf(x[i], 8, 7);
    sum = fmaf(x[i], sum, 6);
    sum = fmaf(x[i], sum, 5);
    sum = fmaf(x[i], sum, 4);
    sum = fmaf(x[i], sum, 3);
    sum = fmaf(x[i], sum, 2);
    out[i] = fmaf(x[i], sum, 1);
  }
}
