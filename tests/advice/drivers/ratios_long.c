/* void f(unsigned long *out, const unsigned long *a, const unsigned long *b, int n) */
#include "driver.h"

void FUNCTION(unsigned long *out, const unsigned long *a, const unsigned long *b, int n);
static unsigned long a[count], b[count], out[count];

static void prepare(void) {
  for (int i = 0; i < count; ++i) {
    a[i] = random_bits() & 0xffffffff;
    b[i] = random_bits() % 1000 + 1;
  }
}
static void call(void) { FUNCTION(out, a, b, count); }
static void results(void) {
  for (int i = 0; i < count; ++i)
    put((double)out[i]);
}
