/* Loops of which little or nothing is left, and what is to be said of them. */

void to_memset(char *a, int n) {
  /* EXPECT found */
  /* EXPECT[clang|-O2|-O3,!-O0] vanished reason=call to memset */
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    a[i] = 0;
}

void to_memcpy(double *restrict a, const double *restrict b, int n) {
  /* EXPECT found */
  /* EXPECT[clang|-O2|-O3,!-O0] vanished reason=call to memcpy */
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    a[i] = b[i];
}

int unrolled(const int *a) {
  int s = 1;
  /* EXPECT found */
  /* EXPECT[clang|-O3,!-O0,!-O1] vanished reason=straight-line code in 'unrolled' */
#pragma osaca analyze
  for (int i = 0; i < 4; i++)
    s = s * a[i] + 5;
  return s;
}

int dead(const int *a, int n) {
  int s = 0;
  /* EXPECT found */
  /* EXPECT[clang|-O2|-O3,!-O0] vanished reason=none of its instructions is left in 'dead' */
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    s += a[i];
  return n;
}

int formula(int n) {
  int s = 0;
  /* EXPECT found */
  /* EXPECT[clang|-O2|-O3,!-O0] vanished reason=a formula */
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    s += 3;
  return s;
}

int runs_once(int n) {
  int s = n;
  /* EXPECT vanished reason=runs at most once|none of its instructions */
#pragma osaca analyze
  do {
    s *= 3;
  } while (0);
  return s;
}

int never_runs(int n) {
  /* EXPECT vanished */
  /* EXPECT[clang,-O0] found */
#pragma osaca analyze
  for (int i = 0; 0; i++)
    n *= i;
  return n;
}

static int unused(const int *a, int n) {
  int s = 0;
  /* EXPECT vanished reason=this object has no code for 'unused' */
  /* EXPECT[gcc,-O0] found */
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}

int known_result(void) {
  int s = 0;
  /* EXPECT found */
  /* EXPECT[!-O0] vanished */
#pragma osaca analyze
  for (int i = 0; i < 10; i++)
    s += i;
  return s;
}

int behind_constant(const int *a, int n) {
  int s = 0;
  if (sizeof(int) > 100)
    /* EXPECT vanished */
#pragma osaca analyze
    for (int i = 0; i < n; i++)
      s = 5 * s + a[i];
  return s;
}

int after_return(int *a, int n) {
  return a[0];
  /* EXPECT vanished */
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    a[i] *= 3;
}

/* GCC calls one from the other, and then inlines the call. The machine loop of the second has the lines of the first. */
void first_twin(int *a, int n) {
  /* EXPECT found */
  /* EXPECT[gcc,-O2|-O3] found in=first_twin; unlocated */
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    a[i] += a[i] >> 3;
}

void second_twin(int *a, int n) {
  /* EXPECT found */
  /* EXPECT[gcc,-O2|-O3] found in=second_twin; unlocated */
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    a[i] += a[i] >> 3;
}
