// How likely branches are taken, compared with what Clang's own code generator says about each block
// (-pgo-analysis-map). The loops have branches that the code generator changes: conditions of several parts, switches,
// calls of sqrt that it makes conditional, selections, and blocks that it copies.
// REQUIRES: clang && since-18
// RUN: %{folder}
// DEFINE: %{options} =
// DEFINE: %{compare} = %{capture_cc} %{options} -fplugin-arg-osaca-all -c "%s" -o o.o \
// DEFINE:   && %cc %{options} -fbasic-block-address-map -mllvm -pgo-analysis-map=br-prob -S "%s" -o all.s \
// DEFINE:   && %{python} "%S/compare_branches.py" capture.json all.s && rm capture.json
// REDEFINE: %{options} = -O2
// RUN: %{compare}
// REDEFINE: %{options} = -O2 -fno-unroll-loops
// RUN: %{compare}
// REDEFINE: %{options} = -O3
// RUN: %{compare}
// REDEFINE: %{options} = -O1
// RUN: %{compare}

#include <math.h>

double roots(const double *a, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    if (a[i] > 3)
      sum += sqrt(a[i]);
    else
      sum -= a[i] / 3;
  return sum;
}

double two_roots(const double *a, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    if (a[i] > 1 && a[i] < 20)
      sum += sqrt(a[i]) + sqrt(a[i] * sum);
  return sum;
}

int conditions(const int *a, const int *b, int n, int *out) {
  int count = 0;
  for (int i = 0; i < n; ++i) {
    if (a[i] > 3 && b[i] < 7 && (a[i] ^ b[i]) != 5)
      out[count++] = a[i];
    if (a[i] == 2 || b[i] == n)
      out[count++] = b[i];
    if (__builtin_expect(a[i] < 0 || b[i] < 0, 0))
      return -1;
  }
  return count;
}

int choices(const unsigned char *a, int n, int *out) {
  int state = 0;
  for (int i = 0; i < n; ++i) {
    switch (a[i]) {
    case 3:
      state += 7;
      break;
    case 19:
      out[state & 7] = i;
      break;
    case 200:
      state ^= out[i & 7];
      break;
    default:
      state = state * 3 + 1;
    }
    while (state > 1000)
      state = out[state & 7] - state / 3;
  }
  return state;
}

int search(const int *a, const int *b, int n, int m) {
  int best = 0;
  for (int i = 0; i < n; ++i) {
    int length = 0;
    while (length < m && a[i + length] == b[length])
      ++length;
    if (length > best) {
      best = length;
      if (length == m)
        break;
    }
  }
  return best;
}

int tree(const int *left, const int *right, const int *key, int node, int wanted, int *depth) {
  while (node >= 0 && key[node] != wanted) {
    if (key[node] < wanted)
      node = right[node];
    else
      node = left[node];
    if (++*depth > 64)
      return -2;
  }
  return node;
}
