#!/bin/sh
# `do { ... } while (0)` runs once, as in macros that are to be one statement: it is no loop, unless it is annotated.
. "$(dirname "$0")/lib.sh"

cat >"$work/once.c" <<'X'
extern void note(int);
#define RECORD(w, x) do { if (w) { note(x); } } while (0)
#define EACH(a, n) do { for (int i = 0; i < n; i++) a[i] += 1; } while (0)
void set(int *w, int v) {
  RECORD(w[0], v);
  w[1] = v;
  do
    note(v);
  while (w[2]);
}
void scale(float *a, int n) {
  for (int i = 0; i < n; i++) {
    RECORD(i == 7, i);
    a[i] *= 2;
  }
#pragma osaca analyze
  EACH(a, n);
}
X
cp "$work/once.c" "$work/once.cc"
sed -i 's/while (0)/while (false)/' "$work/once.cc"
cat >>"$work/once.cc" <<'X'
template <class T> void twice(T *a, int n) {
  RECORD(n, 1);
  do {
    for (int i = 0; i < n; i++)
      a[i] *= 2;
  } while (false);
}
template void twice(double *, int);
X
# The lines of all loops that are asked for, lost ones included; a macro's loop is at the use of the macro.
for source in once.c once.cc; do
  tool=$(tool_for "$source")
  [ -n "$tool" ] || continue
  with_plugin "$tool" -fplugin-arg-osaca-all -O2 -c "$work/$source" -o "$work/o.o" 2>"$work/err" || fail "does not compile: $(cat "$work/err")"
  annotations >"$work/actual"
  found=$(sed 's/ .*//' "$work/actual" | sort -nu | tr '\n' ' ')
  expected="7 12 17 "
  [ "$source" = once.c ] || expected="7 12 17 22 "
  [ "$found" = "$expected" ] || fail "$source: lines $found: $(cat "$work/actual")"
done
finish
