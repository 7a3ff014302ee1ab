/* void f(double *out, const double *a, const double *b, int n), after the advice all of them float. */
#include "driver.h"

#ifdef GOOD
typedef float number;
#else
typedef double number;
#endif
void FUNCTION(number *out, const number *a, const number *b, int n);
static number a[count], b[count], out[count];

static void prepare(void) {
  for (int i = 0; i < count; ++i) {
    a[i] = (number)random_number(-1, 1);
    b[i] = (number)random_number(1, 2);
  }
}
static void call(void) { FUNCTION(out, a, b, count); }
static void results(void) {
  for (int i = 0; i < count; ++i)
    put((double)out[i]);
}
