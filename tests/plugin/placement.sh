#!/bin/sh
# Where the pragma may stand: each EXPECT comment of the sources against the capture.
. "$(dirname "$0")/lib.sh"

for source in placement.c placement.cc; do
  tool=$(tool_for $source)
  [ -n "$tool" ] || continue
  file=$here/sources/$source
  for options in "-O2" "-O2 -g -pipe" "-O1"; do
    rm -f "$work/capture.json"
    with_plugin "$tool" -fopenmp $options -c "$file" -o "$work/o.o" 2>"$work/err" || fail "$source does not compile"
    grep -n 'EXPECT' "$file" | sed -n 's/^\([0-9]*\):.*EXPECT \([a-z_]*\) +\([0-9]*\).*/\1 \2 \3/p' |
      while read -r line status offset; do echo "$((line + offset)) $status"; done >"$work/expected"
    annotations | cut -d' ' -f1,2 >"$work/actual"
    diff "$work/expected" "$work/actual" || fail "$source $options: line and status of each pragma"
  done
done

# The words of the pragma.
cat >"$work/words.c" <<'X'
void f(int *a, int n) {
#pragma osaca analyse
  for (int i = 0; i < n; i++) a[i] ^= i;
#pragma osaca analyze please
  for (int i = 0; i < n; i++) a[i] += i;
#pragma osaca
  for (int i = 0; i < n; i++) a[i] -= i;
}
X
with_plugin "$compiler" -O2 -Werror -c "$work/words.c" -o "$work/o.o" 2>"$work/err" || fail "odd words break the compile"
grep -q "words.c:2:.*$said: osaca.*did you mean.*#pragma osaca analyze" "$work/err" || fail "no suggestion for a wrong word"
grep -q '"expectations":"please"' "$work/capture.json" || fail "what follows the pragma reaches the driver"
grep -q "words.c:6:.*$said: osaca.*write.*#pragma osaca analyze" "$work/err" || fail "no note for a missing word"
[ "$(annotations)" = "5 found " ] || fail "further words: $(annotations)"

# A precompiled header keeps no pragmas; that is said when it is made.
cat >"$work/header.h" <<'X'
#ifndef HEADER
#define HEADER
static inline void in_header(int *a, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; i++) a[i] *= 7;
}
#endif
X
cat >"$work/user.c" <<'X'
#include "header.h"
void f(int *a, int n) {
  in_header(a, n);
#pragma osaca analyze
  for (int i = 0; i < n; i++) a[i] ^= i;
}
X
(cd "$work" && with_plugin "$compiler" -O2 -x c-header header.h -o header.h.gch) 2>"$work/err" ||
  fail "no precompiled header: $(cat "$work/err")"
[ "$(grep -c "header.h:4:.*$said: osaca: loops in a precompiled header.* are not analysed" "$work/err")" = 1 ] ||
  fail "precompiled header: $(cat "$work/err")"
use_header=
[ $family = gcc ] || use_header="-include-pch header.h.gch"
(cd "$work" && with_plugin "$compiler" -O2 $use_header -c user.c -o o.o) 2>"$work/err" ||
  fail "with a precompiled header: $(cat "$work/err")"
[ "$(annotations)" = "5 found " ] || fail "with a precompiled header: $(annotations)"

# GCC shows the loops of coroutines to no plugin, and says so; the loops around are analysed all the same.
if [ $family = gcc ] && [ -n "$cxx" ] && echo '#include <coroutine>' | "$cxx" -std=c++20 -fsyntax-only -x c++ - 2>/dev/null; then
  cat >"$work/coroutine.cc" <<'X'
#include <coroutine>
struct Sums {
  struct promise_type {
    double value;
    Sums get_return_object() { return {}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(double sum) { value = sum; return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
};
Sums sums(const double *a, int n) {
  double s = 0;
#pragma osaca analyze
  for (int i = 0; i < n; i++) s += a[i];
  co_yield s;
}
double plain(const double *a, int n) {
  double s = 0;
#pragma osaca analyze
  for (int i = 0; i < n; i++) s += a[i];
  return s;
}
X
  with_plugin "$cxx" -std=c++20 -O2 -c "$work/coroutine.cc" -o "$work/o.o" 2>"$work/err" || fail "a coroutine does not compile"
  grep -q "it is in a coroutine" "$work/capture.json" || fail "a loop in a coroutine: $(annotations)"
  annotations | grep -q "found" || fail "a loop beside a coroutine: $(annotations)"
fi

# The place is the keyword's, also where a macro holds the loop. Clang shows the macro's use first, and the keyword below.
cat >"$work/macro.c" <<'X'
#define L(n) _Pragma("osaca analyze") for (int i = 0; i < n; i++)
#define W(n) _Pragma("osaca analyze") while (n--)
#ifdef FIRST
void f(int *a, int n) { L(n) a[i] += 5; }
#endif
void g(int *a, int n) { W(n) a[n] += 5; }
X
at_keyword() { # line of the keyword, place of the macro's use
  if [ $family = clang ]; then
    grep -q "macro.c:$2: remark: osaca: the fake driver" "$work/err" &&
      grep -q "macro.c:$1:39: note: expanded from macro" "$work/err"
  else
    grep -q "macro.c:$1:39: note: osaca: the fake driver" "$work/err"
  fi
}
with_plugin "$compiler" -O2 -DFIRST -c "$work/macro.c" -o "$work/o.o" 2>"$work/err"
at_keyword 1 4:25 || fail "not at for in a macro: $(cat "$work/err")"
with_plugin "$compiler" -O2 -c "$work/macro.c" -o "$work/o.o" 2>"$work/err"
at_keyword 2 6:25 || fail "not at while in a macro: $(cat "$work/err")"
finish
