/* int f(const double *a, int n): the position of an element */
#include "driver.h"

int FUNCTION(const double *a, int n);
static double a[count];
static int place;

static void prepare(void) {
  for (int i = 0; i < count; ++i)
    a[i] = random_number(0, 1);
}
static void call(void) { place = FUNCTION(a, count); }
static void results(void) { put(place); }
