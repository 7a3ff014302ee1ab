/* double f(const double *a, const double *b, int n) */
#include "driver.h"

double FUNCTION(const double *a, const double *b, int n);
static double a[count], b[count], sum;

static void prepare(void) {
  for (int i = 0; i < count; ++i) {
    a[i] = random_number(0, 1);
    b[i] = random_number(0, 1);
  }
}
static void call(void) { sum = FUNCTION(a, b, count); }
static void results(void) { put(sum); }
