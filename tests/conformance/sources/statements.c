/* Every kind of loop statement. What the comments mean: ../expectations.h. */

void for_loop(float *restrict a, const float *restrict b, int n) {
  /* EXPECT found in=for_loop */
  /* EXPECT[-O2,clang|-O3] found in=for_loop; roles=vector body */
  /* EXPECT[riscv64] found in=for_loop */
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    a[i] = a[i] * b[i];
}

int while_loop(const unsigned char *text, int n) {
  int hash = 7;
  /* EXPECT found in=while_loop */
#pragma osaca analyze
  while (n-- > 0)
    hash = (hash ^ text[n]) * 16777619 + (hash >> 3);
  return hash;
}

unsigned do_loop(unsigned x) {
  unsigned steps = 0;
  /* EXPECT found in=do_loop */
#pragma osaca analyze
  do {
    x = x & 1 ? 3 * x + 1 : x / 2;
    steps++;
  } while (x > 1);
  return steps;
}

int goto_loop(const int *a, int n) {
  int s = 0, i = 0;
  /* EXPECT not_a_loop reason=no for, while or do statement */
#pragma osaca analyze
again:
  s = s * 5 + a[i];
  if (++i < n)
    goto again;
  return s;
}

long linked_list(const long *const *p) {
  long s = 0;
  /* EXPECT found in=linked_list; copies=1 */
#pragma osaca analyze
  for (; p; p = (const long *const *)p[0])
    s += (long)p[1];
  return s;
}

int two_exits(const int *a, int n, int k) {
  /* EXPECT found in=two_exits */
#pragma osaca analyze
  for (int i = 0; i < n; i++) {
    if (a[i] == k)
      return i;
    if (a[i] < 0)
      break;
  }
  return -1;
}

int continuing(const int *a, int n) {
  int s = 0;
  /* EXPECT found in=continuing */
#pragma osaca analyze
  for (int i = 0; i < n; i++) {
    if (a[i] % 3 == 0)
      continue;
    s = s * 7 + a[i];
  }
  return s;
}

void endless(volatile int *flag) {
  /* EXPECT found in=endless; copies=1 */
#pragma osaca analyze
  for (;;)
    *flag += 1;
}

int state_machine(const unsigned char *p, int n) {
  int state = 0;
  /* EXPECT found in=state_machine */
#pragma osaca analyze
  for (int i = 0; i < n; i++) {
    switch (p[i]) {
    case 'a': state += 3; break;
    case 'b': state ^= 0x55; break;
    case 'c': state = state << 3 | p[i + 1]; break;
    case 'd': state -= 11; break;
    case 'e': state *= 13; break;
    case 'f': state = -state; break;
    case 'g': state = ~state; break;
    case 'h': state /= 3; break;
    default: state = state + p[i]; break;
    }
  }
  return state;
}

double variable_length(int n, double m[n][n]) {
  double row[n], s = 0;
  /* EXPECT found in=variable_length */
  /* EXPECT[clang,aarch64] found in=variable_length; unpacked */
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    row[i] = m[i][i] / (s + i);
  /* EXPECT found in=variable_length */
  /* EXPECT[clang,aarch64] found in=variable_length; unpacked */
#pragma osaca analyze
  for (int i = n - 1; i > 0; i--)
    s = s * row[i] + row[i - 1];
  return s;
}

int recursive(int *a, int n) {
  if (n <= 1)
    return a[0];
  int s = 0;
  /* EXPECT found in=recursive */
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    s = s * 3 + recursive(a + i, n / 2);
  return s;
}

void around_others(double *a, int n) {
  /* EXPECT found in=around_others */
#pragma osaca analyze
  for (int i = 1; i < n; i++) {
    a[i] += a[i - 1];
    /* EXPECT found in=around_others */
#pragma osaca analyze
    for (double *p = a; *p > 0; p += 2)
      *p = *p * a[i] - p[1];
  }
}
