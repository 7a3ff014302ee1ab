/* int f(const float *a, float limit, int n): one of the last elements is above the limit */
#include "driver.h"

int FUNCTION(const float *a, float limit, int n);
static float a[count];
static int place;

static void prepare(void) {
  for (int i = 0; i < count; ++i)
    a[i] = (float)random_number(0, 1);
  a[count - 3] = 2;
}
static void call(void) { place = FUNCTION(a, 1.5f, count); }
static void results(void) { put(place); }
