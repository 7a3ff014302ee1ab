/* long f(const struct item *first), after the advice long f(const struct item *items, int n). */
#include "far.h"

struct item {
  long value;
  struct item *next;
};
long FUNCTION();
enum { length = (4 << 20) / sizeof(struct item) };
static struct item *items;
static int first;
static long sum;

static void prepare(void) {
  const int *order = shuffled(length);
  items = far_array(length * sizeof *items);
  for (int i = 0; i < length; ++i) {
    items[order[i]].value = (long)(random_bits() % 1000);
    items[order[i]].next = i + 1 < length ? &items[order[i + 1]] : 0;
  }
  first = order[0];
}
static void call(void) {
#ifdef GOOD
  sum = FUNCTION(items, (int)length);
#else
  sum = FUNCTION(&items[first]);
#endif
}
static void results(void) { put((double)sum); }
