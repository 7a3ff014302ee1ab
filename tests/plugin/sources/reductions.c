/* Loops that vectorisers and if-conversion rebuild without places in the source. All of them are still there at every
   optimisation level. */
#define ANALYZE _Pragma("osaca analyze")

int count(const int *a, int n) {
  int m = 0;
  ANALYZE
  for (int i = 0; i < n; i++) if (a[i] > 5) m++;
  return m;
}
int sum_positive(const int *a, int n) {
  int s = 0;
  ANALYZE
  for (int i = 0; i < n; i++) if (a[i] > 0) s += a[i];
  return s;
}
int all_positive(const int *a, int n) {
  int ok = 1;
  ANALYZE
  for (int i = 0; i < n; i++) if (a[i] <= 0) ok = 0;
  return ok;
}
int largest(const int *a, int n) {
  int m = a[0];
  ANALYZE
  for (int i = 0; i < n; i++) if (a[i] > m) m = a[i];
  return m;
}
double largest_double(const double *a, int n) {
  double m = a[0];
  ANALYZE
  for (int i = 0; i < n; i++) if (a[i] > m) m = a[i];
  return m;
}
double masked_sum(const double *a, const int *f, int n) {
  double s = 0;
  ANALYZE
  for (int i = 0; i < n; i++) if (f[i]) s += a[i];
  return s;
}
int smallest_and_largest(const int *a, int n, int *largest) {
  int low = a[0], high = a[0];
  ANALYZE
  for (int i = 1; i < n; i++) {
    if (a[i] < low) low = a[i];
    if (a[i] > high) high = a[i];
  }
  *largest = high;
  return low;
}
int last_index(const int *a, int n, int k) {
  int last = -1;
  ANALYZE
  for (int i = 0; i < n; i++) if (a[i] == k) last = i;
  return last;
}
int fixed_count(const int *a) {
  int m = 0;
  ANALYZE
  for (int i = 0; i < 1024; i++) if (a[i] > m) m = a[i];
  return m;
}
int find(const int *a, int n, int k) {
  ANALYZE
  for (int i = 0; i < n; i++) if (a[i] == k) return i;
  return -1;
}
int two_exits(const int *a, int n, int k) {
  int i = 0;
  ANALYZE
  while (i < n) {
    if (a[i] == k) return i;
    if (a[i] < 0) break;
    i++;
  }
  return -i;
}
int skipping(const int *a, int n) {
  int s = 0;
  ANALYZE
  for (int i = 0; i < n; i++) {
    if (a[i] & 1) continue;
    s += a[i] * 3;
  }
  return s;
}
int nest(int n, const int *m) {
  int c = 0;
  ANALYZE
  for (int i = 0; i < n; i++)
    ANALYZE
    for (int j = 0; j < n; j++) if (m[i * n + j] > 0) c++;
  return c;
}
void largest_of_rows(int n, const int *m, int *r) {
  ANALYZE
  for (int i = 0; i < n; i++) {
    int x = m[i * n];
    ANALYZE
    for (int j = 0; j < n; j++) if (m[i * n + j] > x) x = m[i * n + j];
    r[i] = x;
  }
}
static inline int largest_inline(const int *a, int n) {
  int m = -1;
  ANALYZE
  for (int i = 0; i < n; i++) if (a[i] > m) m = a[i];
  return m;
}
int sum_of_largest(const int *a, int n) {
  int s = 0;
  ANALYZE
  for (int k = 0; k < n; k++) s += largest_inline(a + k * n, n);
  return s;
}
int inside_goto_loop(int *a, int n) {
  int s = 0;
again:
  ANALYZE
  for (int i = 0; i < n; i++) if (a[i] < 0) s--;
  a += n;
  if (*a) goto again;
  return s;
}
