/* double f(const double *ratios, int n): numbers near 1 */
#include "driver.h"

double FUNCTION(const double *ratios, int n);
static double ratios[count], result;

static void prepare(void) {
  for (int i = 0; i < count; ++i)
    ratios[i] = random_number(0.99, 1.01);
}
static void call(void) { result = FUNCTION(ratios, count); }
static void results(void) { put(result); }
