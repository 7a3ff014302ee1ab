#!/bin/sh
# Every annotated loop is accounted for: what is said about those that are gone.
. "$(dirname "$0")/lib.sh"

file=$here/sources/vanish.c
with_plugin "$compiler" -O3 -c "$file" -o "$work/o.o" 2>"$work/err" || fail "does not compile"
annotations >"$work/actual"
only_gcc='the code of .* is used for' # Clang leaves identical functions alone
sed -n 's/.*EXPECT \(.*\) \*\/$/\1/p' "$file" >"$work/expected"
[ "$(wc -l <"$work/actual")" = "$(wc -l <"$work/expected")" ] || fail "not one entry per pragma"
n=0
while read -r status reason; do
  n=$((n + 1))
  line=$(sed -n "${n}p" "$work/actual")
  [ $family = clang ] && expr "$reason" : "$only_gcc" >/dev/null && status=found reason=
  case $line in *" $status "*"$reason"*) ;; *) fail "expected '$status $reason', got '$line'" ;; esac
done <"$work/expected"
grep -q '"name":"caller"' "$work/capture.json" || fail "the inlined copies are not in their caller"
[ "$(grep -o '"annotation":4,' "$work/capture.json" | wc -l)" -ge 2 ] || fail "two inlined copies expected"

# At -O0 everything that is emitted still loops. Clang does not emit what nobody uses.
emitted=$([ $family = clang ] && echo 6 || echo 7)
with_plugin "$compiler" -O0 -c "$file" -o "$work/o.o" 2>"$work/err" || fail "does not compile at -O0"
[ "$(annotations | grep -c ' found ')" = $emitted ] || fail "at -O0: $(annotations)"

# function= takes that function's innermost loops alone; all takes every one.
with_plugin "$compiler" -O1 -fplugin-arg-osaca-function=plain -c "$here/sources/plain.c" -o "$work/o.o" 2>"$work/err"
grep -q '"kind":"function","status":"found"' "$work/capture.json" || fail "function= did not find the loop"
with_plugin "$compiler" -O1 -fplugin-arg-osaca-all -c "$here/sources/plain.c" -o "$work/o.o" 2>"$work/err"
grep -q '"kind":"all","status":"found"' "$work/capture.json" || fail "all did not find the loop"
rm -f "$work/calls"
with_plugin "$compiler" -O1 -fplugin-arg-osaca-function=nobody -c "$here/sources/plain.c" -o "$work/o.o" 2>"$work/err"
grep -q "no function .*nobody" "$work/err" || fail "nothing said about a function that is not there"

# The instances of a template are accounted for one by one, also where others still loop.
cat >"$work/instances.cc" <<'C'
template <int N> int fixed(const int *a) {
  int s = 0;
#pragma osaca analyze
  for (int i = 0; i < N; i++) s = s * 3 + a[i];
  return s;
}
int two(const int *a) { return fixed<2>(a); }
int many(const int *a) { return fixed<1000>(a); }
template <class T> void both(T *a, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; i++) a[i] += 1;
}
template void both(int *, int);
template void both(double *, int);
template <class T> void outlined(T *a, int n) {
#pragma osaca analyze
#pragma omp parallel for
  for (int i = 0; i < n; i++) a[i] *= 3;
}
template void outlined(int *, int);
template void outlined(double *, int);
template <class T> void merged(T *a, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; i++) a[i] ^= 7;
}
template void merged(int *, int);
template void merged(unsigned *, int);
C
if [ -n "$cxx" ]; then
  with_plugin "$cxx" -O3 -fopenmp -c "$work/instances.cc" -o "$work/o.o" 2>"$work/err" || fail "instances.cc does not compile"
  annotations >"$work/actual"
  sed -n 1p "$work/actual" | grep -q "^4 found in 'fixed<2>', the compiler kept [0-9]* of its instructions .* in 'two'" ||
    fail "an unrolled instance: $(cat "$work/actual")"
  grep -q "fixed<1000>" "$work/actual" && fail "an instance that still loops is called gone"
  [ "$(sed -n 2,3p "$work/actual")" = "11 found 
18 found " ] || fail "instances that all loop: $(cat "$work/actual")"
  # Where merging makes one call the other, both still loop.
  sed -n 4p "$work/actual" | grep -q "^24 found " || fail "merged instances: $(cat "$work/actual")"
fi
finish
