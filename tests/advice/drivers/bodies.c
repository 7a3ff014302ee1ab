/* void f(float *out, const struct body *bodies, int n), after the advice void f(float *out, const struct bodies *bodies, ...). */
#include "driver.h"

struct body {
  float x, y, z, vx, vy, vz, mass;
};
struct bodies {
  float *x, *y, *z, *vx, *vy, *vz, *mass;
};
static float out[count];

#ifdef GOOD
void FUNCTION(float *out, const struct bodies *bodies, int n);
static float values[7][count];
static const struct bodies bodies = {values[0], values[1], values[2], values[3], values[4], values[5], values[6]};

static void set(int i, float x, float y, float mass) {
  values[0][i] = x;
  values[1][i] = y;
  values[6][i] = mass;
}
static void call(void) { FUNCTION(out, &bodies, count); }
#else
void FUNCTION(float *out, const struct body *bodies, int n);
static struct body bodies[count];

static void set(int i, float x, float y, float mass) {
  bodies[i].x = x;
  bodies[i].y = y;
  bodies[i].mass = mass;
}
static void call(void) { FUNCTION(out, bodies, count); }
#endif

static void prepare(void) {
  for (int i = 0; i < count; ++i) {
    const float x = (float)random_number(0, 1);
    const float y = (float)random_number(0, 1);
    set(i, x, y, (float)random_number(1, 2));
  }
}
static void results(void) {
  for (int i = 0; i < count; ++i)
    put(out[i]);
}
