/* Included twice by one unit, and by several units: one report for each inclusion. */
static inline TYPE NAME(const TYPE *a, int n) {
  TYPE s = 1;
  /* EXPECT found */
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    s = s * a[i] + 3;
  return s;
}
