/* void f(double *out, const double *a, const double *b, int n) */
#include "driver.h"

void FUNCTION(double *out, const double *a, const double *b, int n);
static double a[count], b[count], out[2];

static void prepare(void) {
  for (int i = 0; i < count; ++i) {
    a[i] = random_number(0, 1);
    b[i] = random_number(0, 1);
  }
}
static void call(void) { FUNCTION(out, a, b, count); }
static void results(void) {
  put(out[0]);
  put(out[1]);
}
