/* int f(const float *x, const float *y, float radius, int n) */
#include "driver.h"

int FUNCTION(const float *x, const float *y, float radius, int n);
static float x[count], y[count];
static int within;

static void prepare(void) {
  for (int i = 0; i < count; ++i) {
    x[i] = (float)random_number(-1, 1);
    y[i] = (float)random_number(-1, 1);
  }
}
static void call(void) { within = FUNCTION(x, y, 0.7f, count); }
static void results(void) { put(within); }
