/* No pragma at all: nothing may happen. */
int plain(int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; ++i) s += a[i];
  return s;
}
