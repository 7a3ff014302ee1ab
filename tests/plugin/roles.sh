#!/bin/sh
# What each machine loop is called: by what the vectoriser did, not by the instructions that are in it.
. "$(dirname "$0")/lib.sh"

cat >"$work/roles.c" <<'C'
int largest(const int *a, int n) {
  int m = 0;
#pragma osaca analyze
  for (int i = 0; i < n; i++) m = a[i] > m ? a[i] : m;
  return m;
}
float sum_in_order(const float *a, int n) {
  float s = 0;
#pragma osaca analyze
  for (int i = 0; i < n; i++) s += a[i];
  return s;
}
void may_alias(float *a, const float *b, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; i++) a[i] += b[i] * 3;
}
void bytes(unsigned char *restrict a, const unsigned char *restrict b, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; i++) a[i] ^= b[i] + 1;
}
typedef float quad __attribute__((vector_size(16)));
void by_hand(quad *a, const quad *b, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; i++) a[i] += b[i];
}
C

# The roles of the loops of one annotation, sorted.
roles_of() {
  sed 's/{"annotation":/\n&/g' "$work/capture.json" |
    sed -n "s/^{\"annotation\":$1,.*\"role\":\"\([a-z ]*\)\"[,}].*/\1/p" | sort | tr '\n' ',' | sed 's/,$//'
}

expect() { # options, annotation, roles
  [ "$(roles_of "$2")" = "$3" ] || fail "$1: loop $2 is '$(roles_of "$2")', not '$3'"
}

try() {
  "$compiler" $1 -c "$work/roles.c" -o "$work/o.o" 2>/dev/null || return 1
  with_plugin "$compiler" $1 -c "$work/roles.c" -o "$work/o.o" 2>"$work/err" || fail "$1: does not compile"
}

# Clang unrolls what it does not vectorise, and then there are two copies.
case $family in clang) alone="-fno-unroll-loops -fno-tree-vectorize" ;; *) alone=-fno-tree-vectorize ;; esac
for options in -O1 "-O2 $alone" "-O2 $alone -march=x86-64-v3"; do
  try "$options" || continue
  for annotation in 0 1 2 3 4; do expect "$options" $annotation ""; done
done
# Its vectoriser leaves sums of floats in order alone, and makes one scalar loop the remainder and the version for arrays
# that overlap.
expect_of_clang() {
  for options in "-O3 -fno-unroll-loops" "-O3 -fno-unroll-loops -march=x86-64-v3"; do
    try "$options" || continue
    expect "$options" 0 "remainder,vector body"
    expect "$options" 1 ""
    expect "$options" 2 "remainder,vector body"
    expect "$options" 3 "remainder,remainder,vector body"
    expect "$options" 4 ""
  done
  try "-O3" && expect "unrolled" 1 "copy,copy"
}
case $family,$("$compiler" -dumpmachine) in
clang,*) expect_of_clang ;;
*,x86_64* | *,aarch64*)
  for options in -O3 "-O3 -march=x86-64-v3"; do
    try "$options" || continue
    expect "$options" 0 "vector body"
    case $("$compiler" -dumpmachine) in x86_64*) expect "$options" 1 "vector body" ;; esac
    expect "$options" 2 "scalar version,vector body"
    expect "$options" 4 ""
  done
  # One remainder has narrower vectors, the other none.
  try "-O3 -fdisable-tree-cunroll" && expect "no complete unrolling" 3 "remainder,remainder,vector body"
  ;;
esac
finish
