/* long f(const struct item *first), after the advice long f(const struct item *items, int n). */
#include "driver.h"

struct item {
  long value;
  struct item *next;
};
long FUNCTION();
static struct item items[count];
static long sum;

static void prepare(void) {
  for (int i = 0; i < count; ++i) {
    items[i].value = (long)(random_bits() % 1000);
    items[i].next = i + 1 < count ? &items[i + 1] : 0;
  }
}
static void call(void) {
#ifdef GOOD
  sum = FUNCTION(items, (int)count);
#else
  sum = FUNCTION(items);
#endif
}
static void results(void) { put((double)sum); }
