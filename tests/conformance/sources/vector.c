/* What the loop vectorisers make of a loop. */

/* A remainder for the last elements. */
void scale(float *a, float k, int n) {
  /* EXPECT found in=scale; once=v?mulps|fmul 4 */
  /* EXPECT[-O2,clang,!riscv64|-O3,!riscv64] found in=scale; roles=vector body,remainder; once=v?mulps|fmul 4 */
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    a[i] *= k;
}

/* Runs in a scalar version where the arrays overlap. */
void add_to(float *a, const float *b, int n) {
  /* EXPECT found in=add_to; once=v?mulps|vfmadd...ps|fmul|fmla 4 */
  /* EXPECT[-O3,gcc,!riscv64] found in=add_to; roles=vector body,scalar version; once=v?mulps|vfmadd...ps|fmul|fmla 4 */
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    a[i] += b[i] * 3;
}

/* No remainder: the number of iterations is a multiple of every vector length. */
void whole(int *restrict a, const int *restrict b) {
  /* EXPECT found in=whole; once=v?paddd|add 4 */
  /* EXPECT[-O2,clang,!riscv64|-O3,!riscv64] found in=whole; roles=vector body; once=v?paddd|add 4; copies=1 */
#pragma osaca analyze
  for (int i = 0; i < 4096; i++)
    a[i] += b[i];
}

int largest(const int *a, int n) {
  int m = 0;
  /* EXPECT found in=largest */
  /* EXPECT[-O2,clang,!riscv64|-O3,!riscv64] found in=largest; roles=vector body,remainder */
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    m = a[i] > m ? a[i] : m;
  return m;
}

/* In order, as the language demands: Clang leaves it scalar, and so does GCC but for the loads. */
float sum_in_order(const float *a, int n) {
  float s = 0;
  /* EXPECT found in=sum_in_order; unpacked */
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}

/* Depends on itself: never a vector. */
void prefix(double *a, int n) {
  /* EXPECT found in=prefix; roles=plain */
  /* EXPECT[clang,x86-64,!-O0,!-O1] found in=prefix; roles=copy */
#pragma osaca analyze
  for (int i = 1; i < n; i++)
    a[i] = a[i - 1] * 0.5 + a[i];
}

void matrix(int n, const double *a, const double *b, double *restrict c) {
  /* EXPECT found in=matrix */
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      /* EXPECT found in=matrix */
#pragma osaca analyze
      for (int k = 0; k < n; k++)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

/* GCC interchanges these two at -O3. */
double grid[512][512];
void interchanged(double k) {
  for (int j = 0; j < 512; j++)
    /* EXPECT found in=interchanged; unlocated; unpacked; turn */
#pragma osaca analyze
    for (int i = 0; i < 512; i++)
      grid[i][j] = grid[i][j] * k + 1;
}

/* GCC splits this one: part of it cannot be a vector. */
void distributed(double *restrict a, double *restrict b, const double *restrict c, int n) {
  /* EXPECT found in=distributed */
#pragma osaca analyze
  for (int i = 1; i < n; i++) {
    a[i] = a[i] * 2;
    b[i] = b[i - 1] * 0.5 + c[i];
  }
}

/* Unswitched: a version for each value of the flag. */
void unswitched(float *restrict a, const float *restrict b, int n, int flag) {
  /* EXPECT found in=unswitched */
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    if (flag)
      a[i] += b[i];
    else
      a[i] /= b[i];
}

typedef float quad __attribute__((vector_size(16)));
void by_hand(quad *a, const quad *b, int n) {
  /* EXPECT found in=by_hand; roles=plain */
  /* EXPECT[clang,!-O0,!-O1] found in=by_hand */
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    a[i] = a[i] / b[i] + a[0];
}

void bytes(unsigned char *restrict a, const unsigned char *restrict b, int n) {
  /* EXPECT found in=bytes */
  /* EXPECT[-O2,clang,!riscv64|-O3,!riscv64] found in=bytes; roles=vector body,remainder */
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    a[i] ^= b[i] + 1;
}
