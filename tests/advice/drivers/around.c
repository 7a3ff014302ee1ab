/* void f(float *out, float *columns, const float *above, const float *at, const float *below, int n): reads n + 2. */
#include "driver.h"

void FUNCTION(float *out, float *columns, const float *above, const float *at, const float *below, int n);
static float rows[3][count + 2], columns[count + 2], out[count];

static void prepare(void) {
  for (int row = 0; row < 3; ++row)
    for (int i = 0; i < count + 2; ++i)
      rows[row][i] = (float)random_number(0, 1);
}
static void call(void) { FUNCTION(out, columns, rows[0], rows[1], rows[2], count); }
static void results(void) {
  for (int i = 0; i < count; ++i)
    put(out[i]);
}
