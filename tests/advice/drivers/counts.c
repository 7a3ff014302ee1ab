/* void f(unsigned *counts, const unsigned char *values, int n): neighbours are often the same. */
#include "driver.h"

void FUNCTION(unsigned *counts, const unsigned char *values, int n);
static unsigned char values[16 * count];
static unsigned counts[256];

static void prepare(void) {
  for (int i = 0; i < 16 * count; ++i)
    values[i] = i > 0 && random_bits() % 10 != 0 ? values[i - 1] : (unsigned char)random_bits();
}
static void call(void) { FUNCTION(counts, values, 16 * count); }
static void results(void) {
  for (int i = 0; i < 256; ++i)
    put(counts[i]);
}
