/* void f(double *sum, double *difference, const double *a, const double *b, const double *c, int n) */
#include "driver.h"

void FUNCTION(double *sum, double *difference, const double *a, const double *b, const double *c, int n);
enum { length = count / 2 }; /* five arrays have to fit into the first-level cache */
static double in[3][length], out[2][length];

static void prepare(void) {
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < length; ++i)
      in[k][i] = random_number(-1, 1);
}
static void call(void) { FUNCTION(out[0], out[1], in[0], in[1], in[2], length); }
static void results(void) {
  for (int k = 0; k < 2; ++k)
    for (int i = 0; i < length; ++i)
      put(out[k][i]);
}
