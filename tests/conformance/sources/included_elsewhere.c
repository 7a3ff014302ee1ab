/* The same header in another unit, where its function is called by nobody but through a pointer. */
#define TYPE long
#define NAME polynomial_long
#include "shared.h"

long (*const chosen)(const long *, int) = polynomial_long;

/* Loops that only differ in what comes after the first one was inlined. */
long both(const long *a, int n) {
  long s = polynomial_long(a, n);
  /* EXPECT found in=both */
#pragma osaca analyze
  while (n > 0)
    s = s * 5 + a[--n];
  return s;
}
