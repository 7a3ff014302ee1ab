/* void f(unsigned *out, const unsigned *hash, unsigned size, int n) */
#include "driver.h"

void FUNCTION(unsigned *out, const unsigned *hash, unsigned size, int n);
static unsigned hash[count], out[count];

static void prepare(void) {
  for (int i = 0; i < count; ++i)
    hash[i] = (unsigned)random_bits();
}
static void call(void) { FUNCTION(out, hash, 512, count); }
static void results(void) {
  for (int i = 0; i < count; ++i)
    put(out[i]);
}
