/* Loops in headers; one function inlined into several callers. */
#define TYPE int
#define NAME polynomial_int
#include "shared.h"
#undef TYPE
#undef NAME
#define TYPE double
#define NAME polynomial_double
#include "shared.h"

int first(const int *a, int n) { return polynomial_int(a, n); }
int second(const int *a, int n) { return polynomial_int(a + n, n * 2) + polynomial_int(a, 3 * n); }
double third(const double *a, int n) { return polynomial_double(a, n); }

static inline __attribute__((always_inline)) int always(const int *a, int n) {
  int s = 0;
  /* EXPECT found in=one,two,through; copies=4 */
  /* EXPECT[!-O0] found in=one,two,deep; copies=4-12 */
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    s = s * 11 + a[i];
  return s;
}
int one(const int *a, int n) { return always(a, n); }
int two(const int *a, int n) { return always(a, n + 1) * always(a + n, n); }

__attribute__((noinline)) static int never(const int *a, int n) {
  int s = 0;
  /* EXPECT found in=never */
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    s = s * 13 + a[i];
  return s;
}
int three(const int *a, int n) { return never(a, n) + never(a + n, n); }

static int through(const int *a, int n) { return always(a, n) * 2; }
int deep(const int *a, int n) {
  int s = 0;
  /* EXPECT found in=deep */
#pragma osaca analyze
  for (int k = 0; k < n; k++)
    s += through(a + k, n);
  return s;
}

static int by_name(const int *a, int n) {
  int s = 0;
  /* EXPECT found in=by_name */
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    s = s * 17 + a[i];
  return s;
}
int (*const table[])(const int *, int) = {by_name};
