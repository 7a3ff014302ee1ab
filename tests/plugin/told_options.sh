#!/bin/sh
# The flags in use, function by function, and the compiler's own reasons why a loop has no vectors: these are held against what the compiler
# says by itself.
. "$(dirname "$0")/lib.sh"
case $("$compiler" -dumpmachine) in
x86_64*) ;;
*) echo "made for x86-64"; exit 0 ;;
esac

cat >"$work/f.c" <<'END'
double sum(const double *a, int n) {
  double s = 0;
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    s += a[i];
  return s;
}
#ifdef ATTRIBUTES
__attribute__((target("avx512f")))
#endif
void scale(double *restrict a, const double *restrict b, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    a[i] = 2 * b[i];
}
END
# The options of function $1 in the last capture.
options_of() { sed "s/.*{\"name\":\"$1\",\"options\":{\([^}]*\)}.*/\1/" "$work/capture.json"; }
told() { # options, function, what has to be told of it
  with_plugin "$compiler" $1 -c "$work/f.c" -o "$work/o.o" 2>"$work/err" || fail "$1: does not compile: $(head -1 "$work/err")"
  case ",$(options_of "$2")," in *",$3,"*) ;; *) fail "$1: of $2 '$(options_of "$2")' is told, not '$3'" ;; esac
}
told -O0 sum '"level":0,"vectorises":false'
told -O1 sum '"level":1,"vectorises":false'
told -O3 sum '"level":3,"vectorises":true,"vectorises_cheaply":false'
told "-O3 -fno-tree-vectorize" sum '"vectorises":false'
told -O3 sum '"reassociates":false'
told "-O3 -ffast-math" sum '"reassociates":true,"contracts":true,"takes_reciprocals":true,"sets_errno":false,"finite_only":true'
told "-O3 -ffp-contract=off" sum '"contracts":false'
told "-O3 -ffp-contract=fast" sum '"contracts":true'
told "-O3 -fno-math-errno" sum '"sets_errno":false'
told "-O3 -funroll-loops" sum '"unrolls":true'
told -O3 sum '"has_fused":false'
told "-O3 -mfma" sum '"has_fused":true'
told -O3 sum '"widest_vector_bits":128'
told "-O3 -mavx2" sum '"widest_vector_bits":256'
told "-O3 -march=skylake-avx512 -mprefer-vector-width=512" sum '"preferred_vector_bits":512,"widest_vector_bits":512'
told "-O3 -mavx2 -DATTRIBUTES" sum '"widest_vector_bits":256'
told "-O3 -mavx2 -DATTRIBUTES" scale '"widest_vector_bits":512'

# A loop of each kind that cannot have vectors, and one that has.
cat >"$work/r.c" <<'END'
double g(double);
int find(const int *a, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    if (a[i] == 3)
      return i;
  return -1;
}
void call(double *a, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    a[i] = g(a[i]);
}
void recurrence(double *a, int n) {
#pragma osaca analyze
  for (int i = 1; i < n; ++i)
    a[i] = a[i - 1] * 2 + 1;
}
void scale(double *restrict a, const double *restrict b, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    a[i] = 2 * b[i];
}
END
case $family in
# GCC says nothing of a recurrence but that it has no vectors for it.
gcc) asked=-fopt-info-vec-missed mark=missed: refused="find call" ;;
clang) asked=-Rpass-analysis=loop-vectorize mark='not vectorized' refused="find call recurrence" ;;
esac
# Clang 23 could vectorise a search, and finds that it does not pay: that is no refusal.
case $("$compiler" --version) in *"clang version 23"*) refused="call recurrence" ;; esac
"$compiler" -O3 -w $asked -c "$work/r.c" -o "$work/without.o" 2>"$work/own" || fail "$asked: does not compile"
with_plugin "$compiler" -O3 -w -c "$work/r.c" -o "$work/with.o" 2>"$work/err" || fail "does not compile"
cmp -s "$work/with.o" "$work/without.o" || fail "the object differs"
grep -o '"name":"[a-z]*","options"\|"not_vectorised":"[^"]*"' "$work/capture.json" >"$work/told"
reason_in() { # function
  awk -v wanted="\"name\":\"$1\",\"options\"" '/^"name"/ { is_it = $0 == wanted; next } is_it' "$work/told" |
    sed 's/"not_vectorised":"\(.*\)"/\1/' | head -1
}
for function in $refused; do
  reason=$(reason_in $function)
  [ -n "$reason" ] || fail "of $function no reason is told"
  grep -qF -- "$reason" "$work/own" || fail "of $function '$reason' is told, which the compiler does not say"
done
[ -z "$(reason_in scale)" ] || fail "of a loop with vectors '$(reason_in scale)' is told"

# Who asks himself gets his own words as ever.
with_plugin "$compiler" -O3 -w $asked -c "$work/r.c" -o "$work/with.o" 2>"$work/err" || fail "$asked: does not compile with the plugin"
for each in own err; do grep -F -- "$mark" "$work/$each" | grep -v 'osaca:' >"$work/$each.marked"; done
cmp -s "$work/own.marked" "$work/err.marked" || fail "$asked says something else with the plugin"
finish
