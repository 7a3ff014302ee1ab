/* void f(double *x, *y, *z, *vx, *vy, *vz, const double *ax, *ay, *az, double step, int n) */
#include "driver.h"

void FUNCTION(double *x, double *y, double *z, double *vx, double *vy, double *vz, const double *ax, const double *ay,
              const double *az, double step, int n);
enum { length = 320 }; /* nine arrays have to fit into the first-level cache */
static double all[9][length];

static void prepare(void) {
  for (int k = 0; k < 9; ++k)
    for (int i = 0; i < length; ++i)
      all[k][i] = random_number(-1, 1);
}
static void call(void) {
  FUNCTION(all[0], all[1], all[2], all[3], all[4], all[5], all[6], all[7], all[8], 0.001, length);
}
static void results(void) {
  for (int k = 0; k < 6; ++k)
    for (int i = 0; i < length; ++i)
      put(all[k][i]);
}
