/* void f(int *a, int limit, int n). The data is set anew for each call, or the second would find nothing to do. */
#include "driver.h"

void FUNCTION(int *a, int limit, int n);
static int in[count], a[count];

static void prepare(void) {
  for (int i = 0; i < count; ++i)
    in[i] = (int)(random_bits() % 2000);
}
static void call(void) {
  memcpy(a, in, sizeof a);
  FUNCTION(a, 1000, count);
}
static void results(void) {
  for (int i = 0; i < count; ++i)
    put(a[i]);
}
