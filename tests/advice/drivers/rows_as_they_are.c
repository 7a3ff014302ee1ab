/* void f(long rows[16][length]). */
#include "driver.h"

enum { length = 512 };
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
