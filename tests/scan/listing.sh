# What is listed: each loop once, with its place, kind, nesting and annotation. Loops were counted by hand.
. "$(dirname "$0")/lib.sh"

cat >shared.h <<'END'
#pragma once
template <class T> T sum(const T *a, int n) {
  T s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i];
  return s;
}
inline int length(const char *s) {
  int n = 0;
#pragma osaca analyze
  while (*s++)
    ++n;
  return n;
}
#define ANALYZE _Pragma("osaca analyze")
#define HOT(i, n) _Pragma("osaca analyze") for (int i = 0; i < (n); ++i)
#define EACH(i, n) for (int i = 0; i < (n); ++i)
#define ONCE(x) do { x; } while (0)
#define TWO(n) for (int i = 0; i < (n); ++i) for (int j = 0; j < (n); ++j)
END
cat >a.cpp <<'END'
#include "shared.h"
#include <vector>
namespace sim {
struct Grid {
  std::vector<double> v;
  double total() const {
    double t = 0;
    for (double x : v)
      t += x;
    return t;
  }
};
void solve(double *a, int n) {
  for (int i = 0; i < n; ++i) {
    int k = n;
    do
      for (int j = 0; j < n; ++j)
        a[i] += j;
    while (--k);
  }
  HOT(i, n) a[i] = 1;
  ANALYZE for (int i = 0; i < n; ++i) a[i] = 2;
  ANALYZE EACH(i, n) a[i] = 3;
  ONCE(a[0] = 4);
  ONCE(for (int i = 0; i < n; ++i) a[i] = 5);
  TWO(n) a[i] += j;
  for (int i = 0; i < n; ++i) {
    auto inside = [&] { while (a[i] > 1) a[i] -= 1; };
    inside();
  }
  a[0] = sum(a, n) + sum(&n, 1) + length("x");
}
template <class T> struct Stack {
  void clear() { while (top) --top; }
  T *top;
};
template <> struct Stack<int> {
  void clear() { for (; top;) --top; }
  int *top;
};
void use(Stack<double> &a, Stack<float> &b) { a.clear(); b.clear(); }
}
END
cat >b.cpp <<'END'
#include "shared.h"
static int lengths(const char *const *s, int n) {
  int all = 0;
#pragma osaca analyze
#pragma omp parallel for
#pragma GCC ivdep
  for (int i = 0; i < n; ++i) all += length(s[i]);
#pragma osaca analyze
  all += 1;
  for (int i = 0; i < n; ++i) all += length(s[i]);
#pragma osaca analyze
again:
  [[likely]] for (int i = 0; i < n; ++i) all += length(s[i]);
  if (all < 0) goto again;
  return all + sum(&n, 1) + sum(&all, 1);
}
int (*pointer)(const char *const *, int) = lengths;
END
expected='a.cpp:8:5 range-for 1 yes sim::Grid::total
a.cpp:14:3 for 1 sim::solve
a.cpp:16:5 do 2 sim::solve
a.cpp:17:7 for 3 yes sim::solve
a.cpp:21:3 for 1 yes yes sim::solve (macro HOT)
a.cpp:22:11 for 1 yes yes sim::solve
a.cpp:23:11 for 1 yes yes sim::solve (macro EACH)
a.cpp:25:8 for 1 yes sim::solve (macro ONCE)
a.cpp:26:3 for 1 sim::solve (macro TWO)
a.cpp:26:3 for 2 yes sim::solve (macro TWO)
a.cpp:27:3 for 1 sim::solve
a.cpp:28:25 while 2 yes sim::solve
a.cpp:34:18 while 1 yes sim::Stack::clear
a.cpp:38:18 for 1 yes sim::Stack<int>::clear
b.cpp:7:3 for 1 yes yes lengths
b.cpp:10:3 for 1 yes lengths
b.cpp:13:14 for 1 yes yes lengths
shared.h:4:3 for 1 yes sum
shared.h:11:3 while 1 yes yes length'
for options in '' '-fopenmp' '-std=c++20 -O3'; do
  database "$options" a.cpp b.cpp
  expect "the list with '$options'" "$expected" "$(listed)"
done

# The number of threads and the order of the units change nothing.
"$scan" -p build -j1 --format json >one.json
"$scan" -p build -j8 --format json >eight.json
database '-std=c++20 -O3' b.cpp a.cpp
"$scan" -p build/compile_commands.json -j3 --format json >other.json
cmp one.json eight.json || fail "-j8 differs from -j1"
cmp one.json other.json || fail "the order of the units matters"

# Filters.
expect "--innermost in one file" "$(echo "$expected" | grep '^b')" "$(listed --innermost b.cpp)"
expect "--annotated" "$(echo "$expected" | grep 'yes yes')" "$(listed --annotated)"
expect "--function" "$(echo "$expected" | grep -v Grid | grep 'sim::solve')" "$(listed --function solve)"
expect "--function with a glob" "$(echo "$expected" | grep clear)" "$(listed --function 'sim::Stack*')"
expect "a glob of files" "$(echo "$expected" | grep '^[as]')" "$(listed '[as]*')"
expect "a folder" "$expected" "$(listed .)"
(cd / && "$scan" -p "$work/project/build" -j2 >"$work/elsewhere") || fail "from another folder"
expect_in "names from another folder" "$work/project/a.cpp:8:5" "$work/elsewhere"
"$scan" -p build --system-headers >with_system || fail "--system-headers"
grep -q ' std::' with_system || fail "no loop of the standard library with --system-headers"

# Behind the driver's name.
"$driver" scan -p build --innermost >by_driver || fail "osaca scan"
"$scan" -p build --innermost | cmp - by_driver || fail "osaca scan differs from osaca-scan"
"$driver" scan --help | grep -q compile_commands.json || fail "osaca scan --help"
cp "$driver" "$work/osaca-alone"
PATH=/nowhere "$work/osaca-alone" scan -p build 2>"$work/err"
expect "the status without osaca-scan" 2 $?
expect_in "the message without osaca-scan" "needs the program osaca-scan" "$work/err"
# Loops in unusual places; the numbers per line were counted by hand.
cat >odd.cpp <<'END'
#include <coroutine>
#include <initializer_list>
struct task { struct promise_type { task get_return_object() { return {}; } std::suspend_never initial_suspend() { return {}; } std::suspend_never final_suspend() noexcept { return {}; } void return_void() {} void unhandled_exception() {} }; };
task co(int n) { for (int i = 0; i < n; ++i) co_await std::suspend_never{}; }
template <class... T> int fold(T... t) { int s = 0; for (int x : {t...}) s += x; return s; }
template <int N> int rec() { int s = 0; if constexpr (N > 0) { for (int i = 0; i < N; ++i) s += rec<N - 1>(); } return s; }
int g = [] { int s = 0; while (s < 3) ++s; return s; }();
struct A { int m = [] { int s = 0; do ++s; while (s < 4); return s; }(); A() { for (;;) break; } ~A() { for (;;) break; } operator int() { for (;;) break; return 1; } friend int fr(A) { for (;;) break; return 2; } int x(int n = [] { for (;;) break; return 3; }()) { return n; } };
auto generic = [](auto x) { for (int i = 0; i < x; ++i) x += i; return x; };
int h(int n) { int s = ({ int q = 0; for (int i = 0; i < n; ++i) q += i; q; }); while (int k = n--) s += k; try { for (;;) throw 1; } catch (...) { for (;;) break; } struct L { int z() { for (;;) break; return 0; } }; switch (n) { case 1 ... 3: for (;;) break; } return s + generic(n) + fold(1, n) + rec<3>(); }
#pragma omp declare simd
int om(int *a, int n) {
#pragma osaca analyze
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) a[i] = j;
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; ++i) a[i] = 1;
  }
#pragma omp unroll partial(4)
  for (int i = 0; i < n; ++i) a[i] = 1;
  return 0; }
namespace { void anon() { for (;;) break; } }
void use() { anon(); }
END
database '-std=c++20 -fopenmp' odd.cpp
expect "loops per line in unusual places" '1 4
1 5
1 6
1 7
6 8
1 9
6 10
1 15
1 16
1 20
1 23
1 25' "$(listed | cut -d: -f2 | uniq -c | sed 's/^ *//')"
expect "the annotated one" 'odd.cpp:15:3 for 1 yes om' "$(listed --annotated)"
finish
