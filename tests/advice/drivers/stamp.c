/* void f(union word *word, const unsigned char *tags, long *stamped, int n) */
#include "driver.h"

union word {
  unsigned long whole;
  unsigned char bytes[8];
};
void FUNCTION(union word *word, const unsigned char *tags, long *stamped, int n);
static union word word;
static unsigned char tags[count];
static long stamped[count];

static void prepare(void) {
  for (int i = 0; i < count; ++i)
    tags[i] = (unsigned char)random_bits();
}
static void call(void) {
  word.whole = 0x0123456789abcdeful;
  FUNCTION(&word, tags, stamped, count);
}
static void results(void) {
  put((double)word.whole);
  for (int i = 0; i < count; ++i)
    put((double)stamped[i]);
}
