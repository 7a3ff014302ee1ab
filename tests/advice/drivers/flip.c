/* void f(unsigned char *out, const unsigned char *in, int n) */
#include "driver.h"

void FUNCTION(unsigned char *out, const unsigned char *in, int n);
static unsigned char in[count], out[count];

static void prepare(void) {
  for (int i = 0; i < count; ++i)
    in[i] = (unsigned char)random_bits();
}
static void call(void) { FUNCTION(out, in, count); }
static void results(void) {
  for (int i = 0; i < count; ++i)
    put(out[i]);
}
