/* void f(double (*out)[131072], const double (*in)[131072], int rows) */
#include "far.h"

enum { width = 131072, rows = 8 };
void FUNCTION(double (*out)[width], const double (*in)[width], int rows);
static double (*in)[width], (*out)[width];

static void prepare(void) {
  in = (double (*)[width])far_numbers((size_t)rows * width);
  out = far_array(rows * sizeof *out);
}
static void call(void) { FUNCTION(out, (const double (*)[width])in, rows); }
static void results(void) { put_sample(&out[0][0], (size_t)rows * width); }
