/* One function for several processors: a machine loop in each. Not every compiler and target knows it. */
#if !defined __x86_64__ || (defined __clang__ && __clang_major__ < 14)
#error "no target_clones here"
#endif
__attribute__((target_clones("avx2", "default"))) int cloned(const int *a, int n) {
  int s = 0;
  /* EXPECT found in=cloned; copies=2-12 */
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    s += a[i] * a[i];
  return s;
}
