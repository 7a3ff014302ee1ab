#!/bin/sh
# Findings about intrinsics are shown at the line of the user's code, not in the compiler's header. The fourth argument is the real driver.
. "$(dirname "$0")/lib.sh"
osaca=$4
case $("$compiler" -dumpmachine) in x86_64*) ;; *) exit 0 ;; esac

cat >"$work/ratio.c" <<'X'
#include <immintrin.h>
void ratio(float *a, const float *b, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; i += 8)
    _mm256_storeu_ps(a + i,
                     _mm256_div_ps(_mm256_loadu_ps(a + i),
                                   _mm256_loadu_ps(b + i)));
}
static inline __m256 wide(const float *at) {
  return _mm256_loadu_ps(at);
}
float dot(const float *a, const float *b, int n) {
  __m256 sum = _mm256_setzero_ps();
#pragma osaca analyze
  for (int i = 0; i < n; i += 8)
    sum = _mm256_add_ps(sum, _mm256_mul_ps(wide(a + i), wide(b + i)));
  return sum[0];
}
X
"$compiler" -O2 -mavx2 -fplugin="$plugin" -fplugin-arg-osaca-driver="$osaca" -fplugin-arg-osaca-arch=zen4 -fplugin-arg-osaca-report="$work/r.json" \
  -c "$work/ratio.c" -o "$work/o.o" 2>"$work/said" || fail "$(cat "$work/said")"
python3 - "$work/r.json" <<'X' || fail "places: $(cat "$work/said")"
import json, sys
findings = [(f["rule"], f["file"].rsplit("/")[-1], f["line"]) for k in json.load(open(sys.argv[1]))["kernels"] for f in k["findings"]]
steps = [(s["file"].rsplit("/")[-1], s["line"]) for k in json.load(open(sys.argv[1]))["kernels"] for f in k["findings"] for s in f["steps"]]
# GCC gives the division the place of the statement that it is in.
assert {f[2] for f in findings if f[0] == "osaca-divider-bound"} <= {5, 6}, findings
assert ("osaca-lcd-bound", "ratio.c", 16) in findings, findings
assert steps and set(steps) == {("ratio.c", 16)}, steps
assert {f[1] for f in findings} == {"ratio.c"}, findings
X
finish
