/* void f(float *out, float *weights, const float *x, int n): reads n + 1. */
#include "driver.h"

void FUNCTION(float *out, float *weights, const float *x, int n);
static float x[count + 1], weights[count + 1], out[count];

static void prepare(void) {
  for (int i = 0; i < count + 1; ++i)
    x[i] = (float)random_number(-1, 1);
}
static void call(void) { FUNCTION(out, weights, x, count); }
static void results(void) {
  for (int i = 0; i < count; ++i)
    put(out[i]);
}
