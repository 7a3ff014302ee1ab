/* void f(long *out, const long *in, int n): reads n + 4. */
#include "driver.h"

void FUNCTION(long *out, const long *in, int n);
static long in[count + 4], out[count];

static void prepare(void) {
  for (int i = 0; i < count + 4; ++i)
    in[i] = (long)(random_bits() >> 20);
}
static void call(void) { FUNCTION(out, in, count); }
static void results(void) {
  for (int i = 0; i < count; ++i)
    put((double)out[i]);
}
