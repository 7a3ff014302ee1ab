/* Pragmas in macros, and beside other pragmas. Loops that come out of one macro stand in one line: line numbers cannot
   tell them apart. */
// OPTIONS: -fopenmp
#define ANALYZE _Pragma("osaca analyze")
#define LOOP(n) _Pragma("osaca analyze") for (int i = 0; i < (n); ++i)
#define TWO_LOOPS(n)                                                                                                   \
  _Pragma("osaca analyze") for (int i = 0; i < n; ++i) a[i] ^= a[i + 1] / 3;                                           \
  _Pragma("osaca analyze") for (int j = 0; j < n; ++j) b[j] = b[j] * 3 + a[j] % 7;

void keyword(int *a, int n) {
  /* EXPECT found at=2 */
  ANALYZE
  for (int i = 0; i < n; ++i)
    a[i] = a[i + 1] * 5;
}

void head(int *a, int n) {
  /* EXPECT found in=head */
  LOOP(n + 1)
    a[i] = a[i + 1] * 7;
}

void two_in_one(int *a, int *b, int n) {
  /* EXPECT found at=2; unlocated; in=two_in_one */
  /* EXPECT found in=two_in_one; unlocated */
  TWO_LOOPS(n)
}

#define AROUND(n) { int k = n; LOOP(k) a[i] += k * a[i + 1]; }
void macro_in_macro(int *a, int n) {
  /* EXPECT found in=macro_in_macro */
  AROUND(n)
}

#define DEFINE(name, operation)                                                                                        \
  void name(int *a, int n) { _Pragma("osaca analyze") for (int i = 0; i < n; ++i) a[i] operation a[i + 1]; }
/* EXPECT found in=defined_add */
DEFINE(defined_add, +=)
/* EXPECT found in=defined_xor */
DEFINE(defined_xor, ^=)

void beside_clang_loop(float *restrict a, const float *restrict b, int n) {
  /* EXPECT found in=beside_clang_loop */
  /* EXPECT[clang,!-O0,!riscv64] found in=beside_clang_loop; roles=vector body,remainder; once=v?mulps|fmul 4 */
#pragma osaca analyze
#pragma clang loop vectorize(enable) interleave_count(2)
  for (int i = 0; i < n; i++)
    a[i] *= b[i];
  /* EXPECT found in=beside_clang_loop */
#pragma clang loop unroll(disable) vectorize(disable)
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    a[i] += b[i];
}

void beside_ivdep(float *a, const float *b, const int *at, int n) {
  /* EXPECT found in=beside_ivdep */
#pragma osaca analyze
#pragma GCC ivdep
  for (int i = 0; i < n; i++)
    a[i] *= b[i];
  /* EXPECT found in=beside_ivdep */
#pragma GCC ivdep
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    a[at[i]] += b[i];
}

int beside_unroll(const int *a, int n) {
  int s = 0;
  /* EXPECT found in=beside_unroll */
#pragma GCC unroll 4
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    s = s * 3 + a[i];
  /* EXPECT found in=beside_unroll */
#pragma osaca analyze
#pragma unroll 4
  for (int i = 0; i < n; i++)
    s = s * 5 + a[i];
  return s;
}

void beside_simd(double *restrict a, const double *restrict b, int n) {
  /* EXPECT found in=beside_simd */
#pragma osaca analyze
#pragma omp simd
  for (int i = 0; i < n; i++)
    a[i] = a[i] * b[i] + 1;
  /* EXPECT found in=beside_simd */
#pragma omp simd
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    a[i] = a[i] / b[i];
}

void beside_parallel(double *a, const double *b, int n) {
  /* EXPECT found in=beside_parallel */
  /* EXPECT[clang-14|clang-15|clang-16] found in=.omp_outlined. */
#pragma osaca analyze
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = a[i] * b[i] + 1;
  /* EXPECT found in=beside_parallel */
  /* EXPECT[clang-14|clang-15|clang-16] found in=.omp_outlined. */
#pragma omp parallel for schedule(dynamic)
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    a[i] = a[i] / b[i];
  /* EXPECT found in=beside_parallel */
  /* EXPECT[clang-14|clang-15|clang-16] found in=.omp_outlined. */
#pragma osaca analyze
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    a[i] = a[i] - b[i];
}

double reduced(const double *a, int n) {
  double s = 0;
  /* Clang 14 puts the loop of the atomic addition at the end in the same place. */
  /* EXPECT found in=reduced */
  /* EXPECT[clang-14|clang-15|clang-16] found in=.omp_outlined.; unlocated */
#pragma omp parallel for reduction(+ : s)
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    s += a[i] * a[i];
  return s;
}
