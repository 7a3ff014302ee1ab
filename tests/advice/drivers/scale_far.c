/* void f(double *out, const double *in, double factor, int n); 512 MiB while it is timed */
#include "far.h"

void FUNCTION(double *out, const double *in, double factor, int n);
static double *in, *out;
static int numbers;

static void prepare(void) {
  numbers = is_timed ? 32 << 20 : 1 << 20;
  in = far_numbers((size_t)numbers);
  out = far_array((size_t)numbers * sizeof *out);
}
static void call(void) { FUNCTION(out, in, 1.37, numbers); }
static void results(void) { put_sample(out, (size_t)numbers); }
