/* Annotated loops in every shape that a statement has: what the plugin makes of them, `osaca annotated` has to find in the
   program. Nothing here is called from this unit, so that the linked program has the same code. */
#include "linked.h"

#define BY_MACRO _Pragma("osaca analyze")

double summed(const double *a, int n) {
  double sum = 0;
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    sum += cubic(a[i]);
  return sum;
}

void triad(double *restrict a, const double *restrict b, const double *restrict c, int n) {
  BY_MACRO
  for (int i = 0; i < n; ++i) a[i] = b[i] + 3.0 * c[i];
}

void matrix(double *restrict a, const double *restrict b, int n, int m) {
#pragma osaca analyze
  for (int k = 0; k < n; ++k) {
    double s = 0;
    for (int i = 0; i < m; ++i)
      s = s * b[i] + a[i];
    a[k] = s;
  }
}

/* Unrolled entirely, at some levels: nothing of the loop around is its. */
double three(const double *a, int n) {
  double x = 1;
  for (int k = 0; k < n; ++k)
#pragma osaca analyze
    for (int i = 0; i < 3; ++i)
      x = x * a[3 * k + i] + 1;
  return x;
}

int collatz(unsigned long n) {
  int steps = 0;
  if (n == 0)
    return 0;
  else
#pragma osaca analyze
    while (n != 1) {
      n = n % 2 == 0 ? n / 2 : 3 * n + 1;
      ++steps;
    }
  return steps;
}

int digits(unsigned n) {
  int count = 0;
  if (n > 9)
    goto twice;
#pragma osaca analyze
once:
  do
    ++count;
  while ((n /= 10) != 0);
  return count;
twice:
  n *= 2;
  goto once;
}

/* Two on a line, of which one is asked for. */
int two(const int *a, const int *b, int n) {
  int x = 1, y = 0;
  for (int i = 0; i < n; ++i) x = x * a[i] + 1; _Pragma("osaca analyze") for (int i = 0; i < n; ++i) y = (y ^ b[i]) * 31;
  return x + y;
}

const char *behind(const char *text, int c) {
#pragma osaca analyze
  for (;;) {
    if (*text == '\0')
      return 0;
    if (*text++ == c)
      return text;
  }
}

int header(const int *a, int n) { return counted(a, n); }
int header_again(const int *a, int n) { return counted(a, n) + counted(a + n, n); }

#if 0
void never(int *a) {
#pragma osaca analyze
  for (;;)
    ++*a;
}
#endif
