/* double f(const double *a, double weight, int n) */
#include "driver.h"

double FUNCTION(const double *a, double weight, int n);
static double a[count], result;

static void prepare(void) {
  for (int i = 0; i < count; ++i)
    a[i] = random_number(0, 1);
}
static void call(void) { result = FUNCTION(a, 1.37, count); }
static void results(void) { put(result); }
