/* void f(double *out, const double *columns, const double *factors, int n) */
#include "driver.h"

void FUNCTION(double *out, const double *columns, const double *factors, int n);
enum { rows = count / 4 };
static double columns[4 * rows], out[rows];
static const double factors[4] = {0.5, -0.25, 0.125, -0.375}; /* of sum 0 */

static void prepare(void) {
  for (int i = 0; i < 4 * rows; ++i)
    columns[i] = random_number(-1, 1);
}
static void call(void) { FUNCTION(out, columns, factors, rows); }
static void results(void) {
  for (int i = 0; i < rows; ++i)
    put(out[i]);
}
