/* void f(double *a, const double *b, const double *c, double s, int n), after the advice all of them float. */
#include "far.h"

#ifdef GOOD
typedef float number;
#else
typedef double number;
#endif
void FUNCTION(number *a, const number *b, const number *c, number s, int n);
enum { numbers = 1 << 20 };
static number *a, *b, *c;

static void prepare(void) {
  a = far_array(numbers * sizeof *a);
  b = far_array(numbers * sizeof *b);
  c = far_array(numbers * sizeof *c);
  for (int i = 0; i < numbers; ++i) {
    b[i] = (number)random_number(0, 1);
    c[i] = (number)random_number(0, 1);
  }
}
static void call(void) { FUNCTION(a, b, c, (number)1.25, numbers); }
static void results(void) {
  for (int i = 0; i < numbers; i += 1000)
    put((double)a[i]);
}
