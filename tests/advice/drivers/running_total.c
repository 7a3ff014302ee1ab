/* void f(double *total, double *after, const double *a, int n) */
#include "driver.h"

void FUNCTION(double *total, double *after, const double *a, int n);
static double a[count], after[count], total;

static void prepare(void) {
  for (int i = 0; i < count; ++i)
    a[i] = random_number(-1, 1);
}
static void call(void) { FUNCTION(&total, after, a, count); }
static void results(void) {
  put(total);
  for (int i = 0; i < count; ++i)
    put(after[i]);
}
