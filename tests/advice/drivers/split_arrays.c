/* void f(struct halves to, const unsigned long *in, int n), before and after. */
#include "driver.h"

struct halves {
  unsigned *low;
  unsigned *high;
};
void FUNCTION(struct halves to, const unsigned long *in, int n);
static unsigned long in[count];
static unsigned low[count], high[count];

static void prepare(void) {
  for (int i = 0; i < count; ++i)
    in[i] = random_bits();
}
static void call(void) { FUNCTION((struct halves){low, high}, in, count); }
static void results(void) {
  for (int i = 0; i < count; ++i) {
    put(low[i]);
    put(high[i]);
  }
}
