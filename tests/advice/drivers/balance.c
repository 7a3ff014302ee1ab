/* long f(const unsigned char *kinds, const long *amounts, int n): the kinds are in random order, and less than 4. */
#include "driver.h"

long FUNCTION(const unsigned char *kinds, const long *amounts, int n);
static unsigned char kinds[16 * count];
static long amounts[16 * count], total;

static void prepare(void) {
  for (int i = 0; i < 16 * count; ++i) {
    kinds[i] = (unsigned char)(random_bits() >> 32 & 3);
    amounts[i] = (long)(random_bits() & 0xffff);
  }
}
static void call(void) { total = FUNCTION(kinds, amounts, 16 * count); }
static void results(void) { put((double)total); }
