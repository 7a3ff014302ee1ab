/* void f(const double *x, double *sums, int n): two sums */
#include "far.h"

void FUNCTION(const double *x, double *sums, int n);
enum { numbers = 1 << 21 };
static double *x, sums[2];

static void prepare(void) { x = far_numbers(numbers); }
static void call(void) { FUNCTION(x, sums, numbers); }
static void results(void) {
  put(sums[0]);
  put(sums[1]);
}
