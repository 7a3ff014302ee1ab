/* double f(const struct particle *particles, int n), after the advice double f(const struct particles *particles, int n). */
#include "far.h"

struct particle {
  double position[3];
  double velocity[3];
  double mass;
  double charge;
};
struct particles {
  double (*position)[3];
  double (*velocity)[3];
  double *mass;
  double *charge;
};
enum { number = 1 << 19 };
static double total;

#ifdef GOOD
double FUNCTION(const struct particles *particles, int n);
static struct particles particles;

static void prepare(void) { particles.mass = far_numbers(number); }
static void call(void) { total = FUNCTION(&particles, number); }
#else
double FUNCTION(const struct particle *particles, int n);
static struct particle *particles;

static void prepare(void) {
  particles = far_array(number * sizeof *particles);
  for (int i = 0; i < number; ++i)
    particles[i].mass = random_number(0, 1);
}
static void call(void) { total = FUNCTION(particles, number); }
#endif
static void results(void) { put(total); }
