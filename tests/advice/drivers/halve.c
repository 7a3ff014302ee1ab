/* void f(unsigned *out, const unsigned *in, int n) */
#include "driver.h"

void FUNCTION(unsigned *out, const unsigned *in, int n);
static unsigned in[count], out[count];

static void prepare(void) {
  for (int i = 0; i < count; ++i)
    in[i] = (unsigned)random_bits();
}
static void call(void) { FUNCTION(out, in, count); }
static void results(void) {
  for (int i = 0; i < count; ++i)
    put(out[i]);
}
