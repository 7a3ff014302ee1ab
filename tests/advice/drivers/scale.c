/* void f(double *out, const double *in, double divisor, int n) */
#include "driver.h"

void FUNCTION(double *out, const double *in, double divisor, int n);
static double in[count], out[count];

static void prepare(void) {
  for (int i = 0; i < count; ++i)
    in[i] = random_number(-1, 1);
}
static void call(void) { FUNCTION(out, in, 1.37, count); }
static void results(void) {
  for (int i = 0; i < count; ++i)
    put(out[i]);
}
