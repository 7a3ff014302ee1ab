// Pragmas before statements that are no loops (../statements.test). The numbers of the annotations are in comments.
#include <algorithm>
#include <cstring>
#include <functional>
#include <numeric>
#include <vector>

// A copy for each thread would be called; here they run one after the other.
template <class Body> __attribute__((noinline)) void for_each_part(int parts, Body body) {
  for (int part = 0; part < parts; ++part)
    body(part);
}

double in_return(const double *a, const double *b, int n) {
#pragma osaca analyze
  return std::inner_product(a, a + n, b, 0.0); // 0
}

void in_expression(std::vector<double> &v, double f) {
#pragma osaca analyze expect(cycles <= 1000)
  std::transform(v.begin(), v.end(), // 1
                 v.begin(), [f](double x) { return x * f - 1; });
}

double in_declaration(const std::vector<double> &v) {
#pragma osaca analyze
  const double sum = std::accumulate(v.begin(), v.end(), 1.0, std::multiplies<double>()); // 2
  return sum * 2;
}

void in_block(double *a, double *b, int n) {
#pragma osaca analyze
  { // 3
    b[0] = 1;
    for (int i = 1; i < n; ++i)
      b[i] = b[i - 1] / a[i];
    std::transform(a, a + n, b, a, std::divides<double>());
  }
  for (int i = 1; i < n; ++i)
    a[i] = a[i - 1] / b[i];
}

#pragma osaca analyze
void in_definition(double *a, const double *b, int n) { // 4
  for (int i = 1; i < n; ++i)
    a[i] = a[i - 1] / b[i];
  std::transform(a, a + n, b, a, std::divides<double>());
}

void in_lambda(double *a, int parts, int n) {
  for_each_part(parts,
#pragma osaca analyze
                [=](int part) { // 5
                  for (int i = 1; i < n; ++i)
                    a[part * n + i] = a[part * n + i - 1] / a[0];
                });
}

void by_name(double *a, int parts) {
#pragma osaca analyze
  for_each_part(parts, [=](int part) { a[part] = 1 / a[part]; }); // 6
}

template <class Value> Value in_template(const Value *a, int n) {
#pragma osaca analyze
  return std::accumulate(a, a + n, Value(1), std::multiplies<Value>()); // 7
}
template float in_template(const float *a, int n);
template double in_template(const double *a, int n);

void becomes_call(char *a, int n) {
#pragma osaca analyze
  std::fill(a, a + n, '\0'); // 8
}

int folded() {
#pragma osaca analyze
  return std::accumulate(static_cast<const int *>(nullptr), static_cast<const int *>(nullptr), 3); // 9
}

void defined_elsewhere(double *a, int n);
void calls_other(double *a, int n) {
#pragma osaca analyze
  defined_elsewhere(a, n); // 10
}

int no_call(int n) {
#pragma osaca analyze
  n = n * 3 + 1; // 11
  for (int i = 0; i < n; ++i)
    n ^= i;
  return n;
}

template <class Value> void never_instantiated(Value *a, int n) {
#pragma osaca analyze
  std::sort(a, a + n); // 12
}

#define ANNOTATED _Pragma("osaca analyze")
#define ANNOTATED_PRODUCT(a, b, n) _Pragma("osaca analyze") product = std::inner_product(a, (a) + (n), b, 2.0)

double in_macros(const double *a, const double *b, int n) {
  double product = 0;
  ANNOTATED
  product += std::inner_product(a, a + n, b, 3.0); // 13
  double first = product;
  ANNOTATED_PRODUCT(a, b, n); // 14
  return first + product;
}

// A loop around the statement is not part of it.
double in_loop(const double *a, int n) {
  double sum = 0;
  for (int k = 0; k < n; ++k) {
#pragma osaca analyze
    sum += std::inner_product(a, a + k, a, 0.0); // 15
    sum *= 1.5;
  }
  return sum;
}

// No intrinsic that becomes instructions counts as a call.
int in_straight_code(const int *a) {
#pragma osaca analyze
  return std::accumulate(a, a + 8, 0); // 16
}

// The function is written, but none of the statement's code is left.
void without_effect(const double *a, int n) {
#pragma osaca analyze
  (void)std::accumulate(a, a + n, 0.0); // 17
}

// The functions that the compiler adds to a lambda are not missing instances.
extern const double table[256];
#pragma osaca analyze
double initial = [] { // 18
  double sum = 0;
  for (int i = 0; i < 256; ++i)
    sum = sum / 3 + table[i];
  return sum;
}();

// Attributes with the same meaning, and with the clauses as text.
[[osaca::analyze]] void attribute_of_function(double *a, const double *b, int n) { // 19
  std::transform(a, a + n, b, a, std::multiplies<double>());
}

__attribute__((osaca_analyze("expect(cycles <= 1000)"))) double attribute_of_gnu(const double *a, int n) { // 20
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += a[i];
  return sum;
}

double attribute_of_declaration(const double *a, int n) {
  [[osaca::analyze]] const double sum = std::accumulate(a, a + n, 5.0); // 21
  return sum * 3;
}
