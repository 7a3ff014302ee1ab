/* void f(double *out, const double *in, int n): reads up to eight elements beyond n. */
#include "driver.h"

void FUNCTION(double *out, const double *in, int n);
static double in[count + 8], out[count];

static void prepare(void) {
  for (int i = 0; i < count + 8; ++i)
    in[i] = random_number(-1, 2);
}
static void call(void) { FUNCTION(out, in, count); }
static void results(void) {
  for (int i = 0; i < count; ++i)
    put(out[i]);
}
