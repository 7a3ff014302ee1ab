/* void f(unsigned *out, const unsigned *seconds, unsigned seconds_per_day, int n), after the advice without the
 * constant. */
#include "driver.h"

void FUNCTION();
static unsigned seconds[count], out[count];

static void prepare(void) {
  for (int i = 0; i < count; ++i)
    seconds[i] = (unsigned)random_bits();
}
static void call(void) {
#ifdef GOOD
  FUNCTION(out, seconds, (int)count);
#else
  FUNCTION(out, seconds, 86400u, (int)count);
#endif
}
static void results(void) {
  for (int i = 0; i < count; ++i)
    put(out[i]);
}
