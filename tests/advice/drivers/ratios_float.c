/* void f(float *out, const float *a, const float *b, int n) */
#include "driver.h"

void FUNCTION(float *out, const float *a, const float *b, int n);
static float a[count], b[count], out[count];

static void prepare(void) {
  for (int i = 0; i < count; ++i) {
    a[i] = (float)random_number(-1, 1);
    b[i] = (float)random_number(1, 2);
  }
}
static void call(void) { FUNCTION(out, a, b, count); }
static void results(void) {
  for (int i = 0; i < count; ++i)
    put(out[i]);
}
