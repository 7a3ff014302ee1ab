/* void f(unsigned long *out, const unsigned long *in, int n) */
#include "driver.h"

void FUNCTION(unsigned long *out, const unsigned long *in, int n);
enum { length = 2048 };
static unsigned long in[length], out[length];

static void prepare(void) {
  for (int i = 0; i < length; ++i)
    in[i] = random_bits();
}
static void call(void) { FUNCTION(out, in, length); }
static void results(void) {
  for (int i = 0; i < length; ++i)
    put((double)(out[i] >> 16));
}
