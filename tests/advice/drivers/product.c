/* unsigned long f(const unsigned long *a, int n) */
#include "driver.h"

unsigned long FUNCTION(const unsigned long *a, int n);
static unsigned long a[count], result;

static void prepare(void) {
  for (int i = 0; i < count; ++i)
    a[i] = random_bits() | 1; /* odd: no factor makes it nothing */
}
static void call(void) { result = FUNCTION(a, count); }
static void results(void) {
  put((double)(result >> 32));
  put((double)(result & 0xffffffff));
}
