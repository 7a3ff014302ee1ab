// Templates, lambdas and classes. What the comments mean: ../expectations.h.

template <class T> T polynomial(const T *a, int n) {
  T s = 1;
  // EXPECT found in=polynomial<int>,polynomial<double>; copies=2-8
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    s = s * a[i] + 3;
  return s;
}
template int polynomial(const int *, int);
template double polynomial(const double *, int);

// One instance is unrolled, the other loops.
template <int N> int fixed(const int *a) {
  int s = 0;
  // EXPECT found in=fixed<2>,fixed<1000>
  // EXPECT[-O1,clang] found in=fixed<2>,fixed<1000>
  // EXPECT[!-O0,!-O1|gcc] found reason=in .*fixed<2>; in=fixed<1000>
#pragma osaca analyze
  for (int i = 0; i < N; i++)
    s = s * 3 + a[i];
  return s;
}
template int fixed<2>(const int *);
template int fixed<1000>(const int *);

template <class T> T never_used(const T *a, int n) {
  T s = 0;
  // EXPECT vanished reason=not instantiated
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    s = s * 5 + a[i];
  return s;
}

void in_lambda(double *a, int n) {
  const auto scale = [=](double k) {
    // EXPECT found in=in_lambda
#pragma osaca analyze
    for (int i = 1; i < n; i++)
      a[i] = a[i - 1] * k;
  };
  scale(3);
  scale(a[0]);
}

const auto generic = [](auto *a, int n) {
  // EXPECT found copies=2-8
#pragma osaca analyze
  for (int i = 1; i < n; i++)
    a[i] = a[i - 1] * a[i] + 1;
};
void use_generic(int *a, float *b, int n) {
  generic(a, n);
  generic(b, n);
}

struct Span {
  double *first;
  double *last;
  double *begin() const { return first; }
  double *end() const { return last; }
};
double over_range(Span span) {
  double s = 0;
  // EXPECT found in=over_range
#pragma osaca analyze
  for (const double x : span)
    s = s * 0.5 + x;
  return s;
}
double over_array(const double (&a)[1000]) {
  double s = 0;
  // EXPECT found in=over_array
#pragma osaca analyze
  for (double x : a)
    s = s * 0.25 + x;
  return s;
}

struct Owner {
  int *a;
  int n;
  Owner(int *p, int count) : a(p), n(count) {
    // EXPECT found in=make
    // EXPECT[-O0] found in=Owner::Owner
#pragma osaca analyze
    for (int i = 1; i < n; i++)
      a[i] = a[i - 1] * 7 + i;
  }
  ~Owner();
  int operator()(int k) const {
    int s = k;
    // EXPECT found in=call_operator
    // EXPECT[-O0] found in=operator()
#pragma osaca analyze
    for (int i = 0; i < n; i++)
      s = s * k + a[i];
    return s;
  }
  static void shared(int *p, int n) {
    // EXPECT vanished reason=no code for 'Owner::shared
#pragma osaca analyze
    for (int i = 1; i < n; i++)
      p[i] = p[i - 1] * 9;
  }
};
Owner::~Owner() {
  // EXPECT found in=Owner::~Owner
#pragma osaca analyze
  while (n-- > 1)
    a[n] ^= a[n - 1] * 3;
}
void make(int *p, int n) { new Owner(p, n); }
int call_operator(const Owner &owner, int k) { return owner(k); }

int numbers[100];
struct Initialiser {
  Initialiser() {
    // EXPECT found
#pragma osaca analyze
    for (int i = 1; i < 100; i++)
      numbers[i] = numbers[i - 1] * 11 + i;
  }
} initialiser;

int value = [] {
  int s = numbers[0];
  // EXPECT found
#pragma osaca analyze
  for (int i = 1; i < 100; i++)
    s = s * 13 + numbers[i];
  return s;
}();

constexpr int power(int base, int exponent) {
  int p = 1;
  // EXPECT vanished reason=no code for 'power
#pragma osaca analyze
  for (int i = 0; i < exponent; i++)
    p *= base;
  return p;
}
static_assert(power(3, 4) == 81, "known at compile time");
int use_power() {
  constexpr int known = power(5, 3);
  return known;
}

namespace {
template <class F> int each(const int *a, int n, F f) {
  int s = 0;
  // EXPECT found in=use_each; unlocated
  // EXPECT[-O0] found in=each
  // EXPECT[-O1,gcc] found; unlocated
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    s = f(s, a[i]);
  return s;
}
} // namespace
int use_each(const int *a, int n) {
  return each(a, n, [](int s, int x) { return s * 17 + x; }) + each(a, n, [](int s, int x) { return s * 19 ^ x; });
}

template <class T> struct Matrix {
  T *a;
  template <class U> void add(const U *b, int n) {
    if constexpr (sizeof(T) > 4) {
      // EXPECT found
#pragma osaca analyze
      for (int i = 0; i < n; i++)
        a[i] += b[i] / a[i + 1];
    } else {
      // EXPECT found
#pragma osaca analyze
      for (int i = 0; i < n; i++)
        a[i] -= b[i] / a[i + 1];
    }
  }
};
void use_matrix(Matrix<double> &d, Matrix<float> &f, const double *b, int n) {
  d.add(b, n);
  f.add(b, n);
}
