/* long f(const struct item *first), after the advice long f(const struct item *items, const int *order, int n). */
#include "far.h"

struct item {
  long value;
  struct item *next;
};
long FUNCTION();
enum { length = (4 << 20) / sizeof(struct item) };
static struct item *items;
static const int *order;
static long sum;

static void prepare(void) {
  order = shuffled(length);
  items = far_array(length * sizeof *items);
  for (int i = 0; i < length; ++i) {
    items[order[i]].value = (long)(random_bits() % 1000);
    items[order[i]].next = i + 1 < length ? &items[order[i + 1]] : 0;
  }
}
static void call(void) {
#ifdef GOOD
  sum = FUNCTION(items, order, (int)length);
#else
  sum = FUNCTION(&items[order[0]]);
#endif
}
static void results(void) { put((double)sum); }
