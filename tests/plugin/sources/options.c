/* Compiled with one set of options after the other: a little of what options act upon. */
struct Operations {
  void (*scale)(double *, int);
};

static int step(int x) { return x * 3 + 1; }

static void scale(double *a, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    a[i] *= 3;
}
const struct Operations operations = {scale};

double fill(int n) {
  double buffer[16] = {0};
  scale(buffer, n & 15);
  return buffer[n & 7];
}

void triad(double *restrict a, const double *restrict b, const double *restrict c, double s, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    a[i] = b[i] + s * c[i];
}

int sum(const int *a, int n) {
  int s = 0;
#pragma osaca analyze
  while (n-- > 0)
    s += step(a[n]) ^ s;
  return s;
}

int without_loop(int x) { return x > 5 ? step(x) : x; }
int main(void) { return without_loop(3); }
