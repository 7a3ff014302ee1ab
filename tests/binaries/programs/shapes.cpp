// Functions of every shape that a program's loops come in. Nothing here needs to run.
#include <cstdio>
#include <cstdlib>

namespace shapes {

template <class Number> Number sum(const Number *values, int count) {
  Number total = 0;
  for (int i = 0; i < count; ++i)
    total += values[i];
  return total;
}

struct Matrix {
  double *cells;
  int rows, columns;
  void scale(double factor);
  double trace() const;
};

__attribute__((noinline)) void Matrix::scale(double factor) {
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c)
      cells[r * columns + c] *= factor;
}

__attribute__((noinline)) double Matrix::trace() const {
  double total = 0;
  for (int r = 0; r < rows && r < columns; ++r)
    total += cells[r * columns + r];
  return total;
}

/// With a cold part: what only happens in an error stands elsewhere.
__attribute__((noinline)) int checked(const int *values, int count, int limit) {
  int found = 0;
  for (int i = 0; i < count; ++i) {
    if (__builtin_expect(values[i] > limit, 0)) {
      std::fprintf(stderr, "%d is too large\n", values[i]);
      if (values[i] > 2 * limit)
        std::abort();
      found += std::atoi("1");
    }
    found += values[i] & 3;
  }
  return found;
}

/// A copy for one argument, or a part of it, where the compiler likes to make them.
__attribute__((noinline)) static int steps(int from, int by, int odd) {
  int count = 0;
  while (from != 1) {
    from = (from & 1) != 0 ? by * from + odd : from / 2;
    ++count;
  }
  return count;
}

__attribute__((noinline)) int dispatch(const unsigned char *program, int value) {
  for (;;)
    switch (*program++) {
    case 0: return value;
    case 1: value += 3; break;
    case 2: value *= 5; break;
    case 3: value ^= 0x55; break;
    case 4: value -= *program; break;
    case 5: value <<= 1; break;
    case 6: value >>= 2; break;
    default: return -1;
    }
}

} // namespace shapes

extern "C" {

int steps_of(int from) { return shapes::steps(from, 3, 1); }

double triad(double *a, const double *b, const double *c, double factor, long n) {
  for (long i = 0; i < n; ++i)
    a[i] = b[i] + factor * c[i];
  return a[0];
}

unsigned length(const char *text) {
  const char *end = text;
  while (*end != 0)
    ++end;
  return static_cast<unsigned>(end - text);
}

int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }
}

int main(int count, char **words) {
  static double numbers[1000];
  static int whole[1000];
  for (int i = 0; i < 1000; ++i) {
    numbers[i] = i * static_cast<double>(count);
    whole[i] = i * count;
  }
  shapes::Matrix matrix{numbers, 10, 100};
  matrix.scale(count);
  triad(numbers, numbers + 100, numbers + 200, count, 100);
  std::printf("%f %f %d %d %d %u %d %d\n", shapes::sum(numbers, 1000), matrix.trace(), shapes::sum(whole, count),
              shapes::checked(whole, 1000, count), steps_of(count), length(words[0]), gcd(count, 12),
              shapes::dispatch(reinterpret_cast<const unsigned char *>(words[0]), count));
  return 0;
}
