#!/bin/sh
# A pragma on an outer loop: the machine loops inside it belong to it too, each at its own line.
. "$(dirname "$0")/lib.sh"

# The loop of a function before the first pragma is known by the place of its code only.
cat >"$work/nest.c" <<'X'
static inline void scale(double *row, int n) {
  for (int j = 0; j < n; j++)
    row[j] *= 2;
}
static inline void scale_later(double *row, int n);
void nest(double *a, double *b, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      b[j] += a[i * n + j] * b[j];
#pragma osaca analyze
    for (int k = 0; k < n; k++)
      a[k] -= b[i];
    scale(a + i * n, n);
    scale_later(a + i * n, n);
  }
}
static inline void scale_later(double *row, int n) {
  for (int j = 0; j < n; j++)
    row[j] *= 3;
}
void flat(double *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] += 1;
}
X
with_plugin "$compiler" -O2 -c "$work/nest.c" -o "$work/o.o" 2>"$work/err" || fail "does not compile"
annotations >"$work/actual"
[ "$(cut -d' ' -f1,2 "$work/actual" | tr '\n' ' ')" = "8 found 12 found " ] || fail "two annotations: $(cat "$work/actual")"

# The lines of the loops of one annotation.
loops_of() {
  sed 's/"annotation"/\n&/g' "$work/capture.json" | sed -n "s/^\"annotation\":$1,\"location\":\([0-9]*\),.*/\1/p" |
    while read -r index; do sed -n "$((index + 1))p" "$work/lines"; done | sort -nu | tr '\n' ' '
}
case $(loops_of 0) in "2 8 9 19 " | "3 8 9 19 ") ;; *) fail "loops of the outer pragma: $(loops_of 0)" ;; esac
[ "$(loops_of 1)" = "12 " ] || fail "loops of the inner pragma: $(loops_of 1)"
grep -q '"name":"flat"' "$work/capture.json" && fail "a loop that nobody asked for"
finish
