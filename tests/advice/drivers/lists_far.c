/* long f(struct item *const first[4]) */
#include "far.h"

struct item {
  long value;
  struct item *next;
};
long FUNCTION(struct item *const first[4]);
enum { length = (4 << 20) / sizeof(struct item) };
static struct item *first[4];
static long sum;

static void prepare(void) {
  const int *order = shuffled(length);
  struct item *items = far_array(length * sizeof *items);
  for (int i = 0; i < length; ++i) {
    struct item *item = &items[order[i]];
    item->value = (long)(random_bits() % 1000);
    item->next = first[i % 4];
    first[i % 4] = item;
  }
}
static void call(void) { sum = FUNCTION(first); }
static void results(void) { put((double)sum); }
