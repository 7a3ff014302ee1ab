/* void f(double *a, const double *b, const double *c, double factor, int n) */
#include "driver.h"

void FUNCTION(double *a, const double *b, const double *c, double factor, int n);
static double a[count], b[count], c[count];

static void prepare(void) {
  for (int i = 0; i < count; ++i) {
    b[i] = random_number(-1, 1);
    c[i] = random_number(-1, 1);
  }
}
static void call(void) { FUNCTION(a, b, c, 1.37, count); }
static void results(void) {
  for (int i = 0; i < count; ++i)
    put(a[i]);
}
