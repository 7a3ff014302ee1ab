/* long f(struct item *const first[4]) */
#include "driver.h"

struct item {
  long value;
  struct item *next;
};
long FUNCTION(struct item *const first[4]);
static struct item items[count];
static struct item *first[4];
static long sum;

static void prepare(void) {
  for (int i = count - 1; i >= 0; --i) {
    items[i].value = (long)(random_bits() % 1000);
    items[i].next = first[i % 4];
    first[i % 4] = &items[i];
  }
}
static void call(void) { sum = FUNCTION(first); }
static void results(void) { put((double)sum); }
