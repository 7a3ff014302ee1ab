/* Where the pragma may stand, and what it then belongs to. One EXPECT comment per pragma, in the pragmas' order:
   status and line of the loop (relative to the comment), or not_a_loop. */
#define LOOP(n) _Pragma("osaca analyze") for (int i = 0; i < n; ++i)
#define HINT _Pragma("osaca analyze")
#define WRAP(x) x
#define BOUND 100

void before_for(float *a, int n) {
/* EXPECT found +2 */
#pragma osaca analyze
  for (int i = 0; i < n; ++i) a[i] *= 2;
}

int before_while_and_do(int *a, int n) {
  int s = 0, i = 0;
/* EXPECT found +2 */
#pragma osaca analyze
  while (i < n) { s += a[i] ^ s; i++; }
/* EXPECT found +2 */
#pragma osaca analyze
  do { s -= a[i] ^ s; i--; } while (i > 0);
  return s;
}

void nested(int n, double m[n][n], double *v, double *r) {
/* EXPECT found +2 */
#pragma osaca analyze
  for (int i = 0; i < n; i++)
/* EXPECT found +2 */
#pragma osaca analyze
    for (int j = 0; j < n; j++)
      r[i] += m[i][j] * v[j];
}

/* EXPECT not_a_loop +1 */
#pragma osaca analyze
int before_variable; int before_function(int n) {
/* EXPECT not_a_loop +1 */
#pragma osaca analyze
  n *= 3;
  for (int i = 0; i < n; i++) n ^= i;
  return n;
}

void in_macro(float *a, int n) {
/* EXPECT found +1 */
  LOOP(n) a[i] *= 2;
/* EXPECT found +1 */
  LOOP(BOUND + n) a[i] *= 3;
}

void macro_above(float *a, int n) {
/* EXPECT found +2 */
  HINT
  for (int i = 0; i < n; i++) a[i] += 1;
/* EXPECT not_a_loop +1 */
  HINT
  a[0] = 1;
  for (int i = 0; i < n; i++) a[i] += 2;
}

void as_macro_argument(float *a, int n) {
  int unused = BOUND;
/* EXPECT found +1 */
  WRAP(_Pragma("osaca analyze") for (int i = 0; i < n; i++) a[i] += 3;)
  (void)unused;
}

void operator_form(float *a, int n) {
/* EXPECT found +1 */
  int k = BOUND; _Pragma("osaca analyze") for (int i = 0; i < n; i++) a[i] += k;
/* EXPECT found +4 */
  k = n;
  _Pragma("osaca analyze")
  _Pragma("GCC ivdep")
  for (int i = 0; i < n; i++) a[i] += k;
}

#define TWO(n)                                                                                                        \
  _Pragma("osaca analyze") for (int i = 0; i < n; ++i) a[i]++;                                                        \
  _Pragma("osaca analyze") for (int j = 0; j < n; ++j) b[j] *= 3;
void two_in_one_macro(float *a, float *b, int n) {
/* EXPECT found +2 */
/* EXPECT found +1 */
  TWO(n)
}

#define OUTER(n) { float k = 7; LOOP(n) a[i] *= k; }
void macro_in_macro(float *a, int n) {
/* EXPECT found +1 */
  OUTER(
    n
  )
}

void beside_other_pragmas(double *a, double *b, int n) {
/* EXPECT found +3 */
#pragma osaca analyze
#pragma GCC ivdep
  for (int i = 0; i < n; i++) a[i] += b[i];
/* EXPECT found +3 */
#pragma GCC unroll 4
#pragma osaca analyze
  for (int i = 0; i < n; i++) a[i] /= b[i];
/* EXPECT found +3 */
#pragma osaca analyze
#pragma omp simd
  for (int i = 0; i < n; i++) a[i] *= b[i];
/* EXPECT found +3 */
#pragma omp parallel for
#pragma osaca analyze
  for (int i = 0; i < n; i++) a[i] -= b[i];
/* EXPECT found +3 */
#pragma osaca analyze
#pragma omp parallel for simd
  for (int i = 0; i < n; i++) a[i] += 2 * b[i];
}

void after_label(int *a, int n) {
  if (n > 1000) goto out;
/* EXPECT found +3 */
#pragma osaca analyze
out:
  for (int i = 0; i < n; i++) a[i] ^= i;
}

int twice(int *a, int n) {
  int s = 0;
/* EXPECT found +4 */
/* EXPECT not_a_loop +2 */
#pragma osaca analyze
#pragma osaca analyze
  for (int i = 0; i < n; i++) s += a[i] ^ s;
  return s;
}

int at_end(int n) {
  return n;
/* EXPECT not_a_loop +1 */
#pragma osaca analyze
}

void at_end_of_block(int *a, int n) {
  for (int i = 0; i < n; i++) {
    a[i] += 5;
/* EXPECT not_a_loop +1 */
#pragma osaca analyze
  }
  while (n--) a[n]--;
}

void at_empty_statement(int *a, int n) {
/* EXPECT not_a_loop +1 */
#pragma osaca analyze /* no loop */
  // here
  ;
  for (int i = 0; i < n; i++) a[i] += 6;
  for (int i = 0; i < n; i++) a[i] ^= 6;
/* EXPECT not_a_loop +1 */
  _Pragma("osaca analyze") }
void next_function(int *a, int n) {
/* EXPECT found +4 */
#pragma osaca analyze
/* }
   ; */
  for (int i = 0; i < n; i++) a[i] += 7;
}

void after_case(int *a, int n) {
  switch (n & 7) {
/* EXPECT found +2 */
#pragma osaca analyze
  case 3: for (int i = 0; i < n; i++) a[i] -= 5;
    break;
/* EXPECT found +5 */
#pragma osaca analyze
  case 4:
  default:
  again:
    for (int i = 0; i < n; i++) a[i] *= 5;
  }
  if (a[0] == 9) goto again;
}
