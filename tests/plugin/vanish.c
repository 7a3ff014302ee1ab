// Every annotated loop is accounted for. If nothing of a loop is left to analyse at -O3, the capture says what became
// of it.
// RUN: %{folder}
// RUN: %{capture_cc} -O3 -c "%s" -o o.o
// RUN: %{show} annotations | FileCheck "%s" --match-full-lines --implicit-check-not="{{.}}" \
// RUN:   --check-prefixes=CHECK,%{family}
//
// Both inlined copies of a loop are in the function that they were inlined into.
// RUN: %{show} loops | grep "^4 at " | FileCheck "%s" --check-prefix=INLINED
// INLINED:      in caller:
// INLINED-NEXT: in caller:
//
// At -O0 everything that is emitted still loops. Clang does not emit a static function that is not used.
// RUN: %{capture_cc} -O0 -c "%s" -o o.o
// RUN: %{show} annotations >annotations
// RUN: %if gcc %{ grep " found" annotations | count 7 %} %else %{ grep " found" annotations | count 6 %}

void to_memset(int *a, int n) {
// CHECK: [[@LINE+2]] pragma vanished {{.*}}a call to memset{{.*}}
#pragma osaca analyze
  for (int i = 0; i < n; ++i) a[i] = 0;
}
int unrolled(int *a) {
  int s = 0;
// CHECK: [[@LINE+2]] pragma vanished {{.*}}of its instructions as straight-line code in 'unrolled'{{.*}}
#pragma osaca analyze
  for (int i = 0; i < 3; ++i) s ^= a[i] / (i + 1);
  return s;
}
static int unused(int *a, int n) {
  int s = 0;
// CHECK: [[@LINE+2]] pragma vanished {{.*}}function not emitted: this object has no code for 'unused'{{.*}}
#pragma osaca analyze
  for (int i = 0; i < n; ++i) s += a[i];
  return s;
}
int dead(int *a, int n) {
  int s = 0;
// CHECK: [[@LINE+2]] pragma vanished {{.*}}none of its instructions is left in 'dead'{{.*}}
#pragma osaca analyze
  for (int i = 0; i < n; ++i) s += a[i];
  return n;
}
static int inlined(int *a, int n) {
  int s = 0;
// CHECK: [[@LINE+2]] pragma found
#pragma osaca analyze
  for (int i = 0; i < n; ++i) s = 3 * s + a[i];
  return s;
}
int caller(int *a, int n) { return inlined(a, n) + inlined(a + n, n * 2); }
void first_twin(int *a, int n) {
// CHECK: [[@LINE+2]] pragma found
#pragma osaca analyze
  for (int i = 0; i < n; ++i) a[i] += 11;
}
// GCC uses the code of the identical function, so the loop is there.
void second_twin(int *a, int n) {
// CHECK: [[@LINE+2]] pragma found
#pragma osaca analyze
  for (int i = 0; i < n; ++i) a[i] += 11;
}
