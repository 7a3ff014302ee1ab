/* void f(float *out, const float *in, int n) */
#include "driver.h"

void FUNCTION(float *out, const float *in, int n);
static float in[count + 8], out[count];

static void prepare(void) {
  for (int i = 0; i < count + 8; ++i)
    in[i] = (float)random_number(-1, 1);
}
static void call(void) { FUNCTION(out, in, count); }
static void results(void) {
  for (int i = 0; i < count; ++i)
    put(out[i]);
}
