/* void f(long rows[16][length]), after the advice rows of 520 elements, of which 512 count. */
#include "driver.h"

#ifdef GOOD
enum { length = 520 };
#else
enum { length = 512 };
#endif
void FUNCTION(long rows[16][length]);
static long rows[16][length] __attribute__((aligned(4096)));

static void prepare(void) {
  for (int row = 0; row < 16; ++row)
    for (int i = 0; i < 512; ++i)
      rows[row][i] = (long)(random_bits() % 1000);
}
static void call(void) { FUNCTION(rows); }
static void results(void) {
  for (int row = 0; row < 16; ++row)
    for (int i = 0; i < 512; ++i)
      put((double)rows[row][i]);
}
