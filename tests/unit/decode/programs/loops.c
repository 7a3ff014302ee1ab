/* Loops of many kinds, compiled for each instruction set by the tests that compare readers. */
#include <stddef.h>
#include <stdint.h>

void triad(double *restrict a, const double *b, const double *c, double s, size_t n) {
  for (size_t i = 0; i < n; ++i)
    a[i] = b[i] + s * c[i];
}

double dot(const double *a, const double *b, size_t n) {
  double sum = 0;
  for (size_t i = 0; i < n; ++i)
    sum += a[i] * b[i];
  return sum;
}

float scaled_differences(float *restrict a, const float *b, int n) {
  float most = 0;
  for (int i = 1; i < n; ++i) {
    a[i] = (b[i] - b[i - 1]) / 3.0f;
    most = most < a[i] ? a[i] : most;
  }
  return most;
}

int64_t sum_of_ints(const int *a, int n) {
  int64_t sum = 0;
  for (int i = 0; i < n; ++i)
    sum += a[i];
  return sum;
}

int sum_of_some(const int *a, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    if (a[i] > 10)
      sum += a[i] / 7;
    else if (a[i] < -10)
      sum -= a[i] % 9;
  return sum;
}

void upper_case(char *text, size_t n) {
  for (size_t i = 0; i < n; ++i)
    if (text[i] >= 'a' && text[i] <= 'z')
      text[i] -= 32;
}

void gather(double *restrict a, const double *b, const int *index, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = b[index[i]];
}

struct node {
  struct node *next;
  short weight;
};

int length(const struct node *node) {
  int sum = 0;
  for (; node != NULL; node = node->next)
    sum += node->weight;
  return sum;
}

uint32_t hash(const unsigned char *text, size_t n) {
  uint32_t h = 2166136261u;
  for (size_t i = 0; i < n; ++i)
    h = (h ^ text[i]) * 16777619u;
  return h;
}

uint64_t bits(const uint64_t *a, size_t n) {
  uint64_t sum = 0;
  for (size_t i = 0; i < n; ++i)
    sum += (uint64_t)__builtin_popcountll(a[i]) + (a[i] >> (i & 63));
  return sum;
}

void conversions(double *restrict a, const int *b, const float *c, long *d, int n) {
  for (int i = 0; i < n; ++i) {
    a[i] = b[i] + (double)c[i];
    d[i] = (long)a[i];
  }
}

static double g[4096];

void gauss_seidel(int rows, int columns) {
  for (int y = 1; y < rows - 1; ++y)
    for (int x = 1; x < columns - 1; ++x)
      g[y * 64 + x] = 0.25 * (g[y * 64 + x - 1] + g[y * 64 + x + 1] + g[(y - 1) * 64 + x] + g[(y + 1) * 64 + x]);
}

double sine(double);

void with_call(double *a, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = sine(a[i]);
}

static inline double square(double x) {
  return x *
         x;
}

double norm(const double *a, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += square(a[i]);
    sum += square(
        a[i] + 1);
  }
  return sum;
}

void collatz(unsigned *steps, int n) {
  for (int i = 1; i < n; ++i) {
    unsigned x = (unsigned)i;
    unsigned count = 0;
    while (x != 1) {
      x = x & 1 ? 3 * x + 1 : x / 2;
      ++count;
    }
    steps[i] = count;
  }
}

int interpreter(const unsigned char *code, int n) {
  int a = 0;
  for (int i = 0; i < n; ++i)
    switch (code[i]) {
    case 0: a += 1; break;
    case 1: a -= 3; break;
    case 2: a *= 5; break;
    case 3: a ^= i; break;
    case 4: a = -a; break;
    case 5: a <<= 2; break;
    case 6: a += code[i] * i; break;
    default: return a;
    }
  return a;
}

void add_wide(uint64_t *a, const uint64_t *b, int n) {
  unsigned __int128 carry = 0;
  for (int i = 0; i < n; ++i) {
    carry += (unsigned __int128)a[i] + b[i];
    a[i] = (uint64_t)carry;
    carry >>= 64;
  }
}
