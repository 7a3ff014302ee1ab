/* Loops of which the compiler makes machine loops that do one or several source iterations at once; iterations_main.c runs
   each with its own number of iterations. */
typedef struct node { struct node *next; int v; } node;
struct pair { double x, y; };
void scale(double *restrict a, const double *restrict b, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i) a[i] = 2 * b[i];
}
void bytes(signed char *restrict a, const signed char *restrict b, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i) a[i] = b[i] + 1;
}
void widen(double *restrict a, const signed char *restrict b, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i) a[i] = b[i];
}
double pi(int n) {
  double s = 0;
#pragma osaca analyze
  for (int i = 0; i < n; ++i) { double x = (i + 0.5) / n; s += 4 / (1 + x * x); }
  return s;
}
int list(const node *l) {
  int s = 0;
#pragma osaca analyze
  for (; l; l = l->next) s += l->v;
  return s;
}
double ordered(const double *a, int n) {
  double s = 0;
#pragma osaca analyze
  for (int i = 0; i < n; ++i) s += a[i];
  return s;
}
float ordered_backward(const float *a, int n) {
  float s = 0;
#pragma osaca analyze
  for (int i = n; i-- > 0;) s -= a[i];
  return s;
}
double ordered_pairs(const struct pair *a, const struct pair *end) {
  double s = 0;
#pragma osaca analyze
  for (; a != end; ++a) s += a->x + a->y;
  return s;
}
void strided(double *a, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; i += 2) a[i] *= 3;
}
void down(int *a, long n) {
#pragma osaca analyze
  for (long i = n; i-- > 0;) a[i] += 3;
}
void unroll4(double *a, double *b, int n) {
#pragma osaca analyze
#pragma GCC unroll 4
  for (int i = 0; i < n; ++i) a[i] = a[i] / b[i];
}
int branchy(const int *a, int n) {
  int s = 0;
#pragma osaca analyze
  for (int i = 0; i < n; ++i) { if (a[i] > 7) s += a[i] * 3; else s ^= a[i]; }
  return s;
}
void mm(int n, double c[][64], double a[][64], double b[][64]) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
#pragma osaca analyze
      for (int k = 0; k < n; ++k) c[i][j] += a[i][k] * b[k][j];
}
void fib(double *a, int n) {
#pragma osaca analyze
  for (int i = 2; i < n; ++i) a[i] = a[i-1] + a[i-2];
}
unsigned hash(const char *s) {
  unsigned h = 0;
#pragma osaca analyze
  while (*s) h = h * 31 + *s++;
  return h;
}
void toggle(int *a, int n) {
  int f = 0;
#pragma osaca analyze
  for (int i = 0; i < n; ++i) { if (f) a[i] *= 3; else a[i] /= 7; f = !f; }
}
void complex_product(float *restrict a, const float *restrict b, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i) {
    const float re = a[2 * i] * b[2 * i] - a[2 * i + 1] * b[2 * i + 1];
    a[2 * i + 1] = a[2 * i] * b[2 * i + 1] + a[2 * i + 1] * b[2 * i];
    a[2 * i] = re;
  }
}
int sum(const int *a, int n) {
  int s = 0;
#pragma osaca analyze
  for (int i = 0; i < n; ++i) s += a[i];
  return s;
}
long triangle(int n) {
  long s = 0;
#pragma osaca analyze
  for (long i = 0; i < n; ++i) s += i * i;
  return s;
}
int find(const int *a, int what) {
  int i = 0;
#pragma osaca analyze
  do ++i; while (a[i] != what);
  return i;
}
void small_inside(double *a, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 3; ++k) a[3 * i + k] *= 1.5;
}
double row[64], matrix[64][64], weights[64];
void jam(void) {
  for (int i = 0; i < 64; ++i)
#pragma osaca analyze
    for (int j = 0; j < 64; ++j) row[j] += matrix[i][j] * weights[i];
}
void gather(double *restrict a, const double *restrict b, const int *restrict at, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i) a[i] = b[at[i]];
}
void fixed(float *a) {
#pragma osaca analyze
  for (int i = 0; i < 10000; ++i) a[i] += 1;
}
