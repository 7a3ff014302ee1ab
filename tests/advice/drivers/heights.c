/* void f(struct point *points, const float *heights, int n), after the advice void f(const struct points *points, ...). */
#include "driver.h"

struct point {
  float x, y, z;
};
struct points {
  float *x, *y, *z;
};
static float heights[count];

#ifdef GOOD
void FUNCTION(const struct points *points, const float *heights, int n);
static float x[count], y[count], z[count];
static const struct points points = {x, y, z};

static void call(void) { FUNCTION(&points, heights, count); }
static float result(int i) { return z[i]; }
#else
void FUNCTION(struct point *points, const float *heights, int n);
static struct point points[count];

static void call(void) { FUNCTION(points, heights, count); }
static float result(int i) { return points[i].z; }
#endif

static void prepare(void) {
  for (int i = 0; i < count; ++i)
    heights[i] = (float)random_number(0, 1);
}
static void results(void) {
  for (int i = 0; i < count; ++i)
    put(result(i));
}
