/* What the drivers of examples share. A driver defines prepare() (random data, once), call() (the function, once) and
 * results() (put() each). The program runs as `values`, which prints the results of one call, or as `time`, which
 * prints nanoseconds for a call. */
#ifndef OSACA_ADVICE_DRIVER_H
#define OSACA_ADVICE_DRIVER_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { count = 1024 }; /* elements: in the first-level cache, and no remainder of vectors */

static void prepare(void);
static void call(void);
static void results(void);

static int is_timed; /* set before prepare() */

static unsigned long state = 88172645463325252ul;

static unsigned long random_bits(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

static double random_number(double low, double high) {
  return low + (high - low) * (double)(random_bits() >> 11) / 9007199254740992.0;
}

static void put(double value) { printf("%.17g\n", value); }

static double nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return 1e9 * (double)now.tv_sec + (double)now.tv_nsec;
}

static double nanoseconds_per_call(long calls) {
  const double begin = nanoseconds();
  for (long i = 0; i < calls; ++i)
    call();
  return (nanoseconds() - begin) / (double)calls;
}

static int ascending(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* The median of windows of a fifth of a millisecond, shorter than a turn of the operating system's. Fewer windows where a
 * call alone takes milliseconds. */
static void print_time(void) {
  enum { most_windows = 25 };
  double times[most_windows];
  long calls = 1;
  double window = nanoseconds_per_call(1);
  for (; window < 2e5; window = nanoseconds_per_call(calls) * (double)calls)
    calls *= 2;
  const int windows = window < 4e6 ? most_windows : 7;
  for (int i = 0; i < windows; ++i)
    times[i] = nanoseconds_per_call(calls);
  qsort(times, windows, sizeof *times, ascending);
  printf("%.6g\n", times[windows / 2]);
}

int main(int argc, char **argv) {
  is_timed = argc > 1 && strcmp(argv[1], "time") == 0;
  prepare();
  if (is_timed) {
    print_time();
    return 0;
  }
  call();
  results();
  return 0;
}

#endif
