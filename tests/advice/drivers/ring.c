/* long f(const long *ring, unsigned size, unsigned step, int n) */
#include "driver.h"

long FUNCTION(const long *ring, unsigned size, unsigned step, int n);
enum { size = 1000 };
static long ring[size], sum;

static void prepare(void) {
  for (int i = 0; i < size; ++i)
    ring[i] = (long)(random_bits() % 1000);
}
static void call(void) { sum = FUNCTION(ring, size, 617, 4 * count); }
static void results(void) { put((double)sum); }
