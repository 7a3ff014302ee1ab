/* void f(double *y, const double *x, const double *c, int n): y begins as zeroes */
#include "far.h"

void FUNCTION(double *y, const double *x, const double *c, int n);
enum { numbers = 1 << 20 };
static double *x, *y, c[16];

static void prepare(void) {
  x = far_numbers(numbers);
  y = far_array(numbers * sizeof *y);
  for (int k = 0; k < 16; ++k)
    c[k] = random_number(-1, 1);
}
static void call(void) { FUNCTION(y, x, c, numbers); }
static void results(void) { put_sample(y, numbers); }
