/* void f(struct halves to, const unsigned long *in, int n), after the advice void f(struct pair *to, ...). */
#include "driver.h"

struct halves {
  unsigned *low;
  unsigned *high;
};
struct pair {
  unsigned low;
  unsigned high;
};
static unsigned long in[count];
static unsigned low[count], high[count];
static struct pair pairs[count];

#ifdef GOOD
void FUNCTION(struct pair *to, const unsigned long *in, int n);
static void call(void) { FUNCTION(pairs, in, count); }
#else
void FUNCTION(struct halves to, const unsigned long *in, int n);
static void call(void) { FUNCTION((struct halves){low, high}, in, count); }
#endif

static void prepare(void) {
  for (int i = 0; i < count; ++i)
    in[i] = random_bits();
}
static void results(void) {
  for (int i = 0; i < count; ++i) {
#ifdef GOOD
    put(pairs[i].low);
    put(pairs[i].high);
#else
    put(low[i]);
    put(high[i]);
#endif
  }
}
