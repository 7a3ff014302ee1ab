// The role of each machine loop: it follows from what the vectoriser did, not from the instructions in the loop.
//
// Without the vectoriser no loop has a role. (Clang unrolls what it does not vectorise, and then there are two copies.)
// RUN: %{folder}
// RUN: %{capture_cc} -O1 -c "%s" -o o.o && %{show} values role | FileCheck "%s" --check-prefix=NONE
// RUN: %{capture_cc} -O2 -fno-unroll-loops -fno-tree-vectorize -c "%s" -o o.o \
// RUN:   && %{show} values role | FileCheck "%s" --check-prefix=NONE
// RUN: %if x86_64 %{ %{capture_cc} -O2 -fno-unroll-loops -fno-tree-vectorize -march=x86-64-v3 -c "%s" -o o.o \
// RUN:   && %{show} values role | FileCheck "%s" --check-prefix=NONE %}
// NONE:      {{^0:$}}
// NONE-NEXT: {{^1:$}}
// NONE-NEXT: {{^2:$}}
// NONE-NEXT: {{^3:$}}
// NONE-NEXT: {{^4:$}}
//
// RUN: %if gcc && !riscv64 %{ %{capture_cc} -O3 -c "%s" -o o.o \
// RUN:   && %{show} values role | FileCheck "%s" --check-prefixes=GCC,GCC-%{target} %}
// RUN: %if gcc && x86_64 %{ %{capture_cc} -O3 -march=x86-64-v3 -c "%s" -o o.o \
// RUN:   && %{show} values role | FileCheck "%s" --check-prefixes=GCC,GCC-x86_64 %}
// GCC:             {{^0: vector body$}}
// GCC-x86_64-NEXT: {{^1: vector body$}}
// GCC:             {{^2: scalar version, vector body$}}
// GCC:             {{^4:$}}
//
// One remainder has narrower vectors, the other none.
// RUN: %if gcc && !riscv64 %{ %{capture_cc} -O3 -fdisable-tree-cunroll -c "%s" -o o.o \
// RUN:   && %{show} values role | FileCheck "%s" --check-prefix=REMAINDERS %}
// REMAINDERS: {{^3: remainder, remainder, vector body$}}
//
// Clang's vectoriser does not change sums of floats in order. It makes one scalar loop, which is the remainder and also
// runs if the arrays overlap.
// RUN: %if clang %{ %{capture_cc} -O3 -fno-unroll-loops -c "%s" -o o.o \
// RUN:   && %{show} values role | FileCheck "%s" --check-prefix=CLANG %}
// RUN: %if clang && x86_64 %{ %{capture_cc} -O3 -fno-unroll-loops -march=x86-64-v3 -c "%s" -o o.o \
// RUN:   && %{show} values role | FileCheck "%s" --check-prefix=CLANG %}
// CLANG:      {{^0: remainder, vector body$}}
// CLANG-NEXT: {{^1:$}}
// CLANG-NEXT: {{^2: remainder, vector body$}}
// CLANG-NEXT: {{^3: remainder, remainder, vector body$}}
// CLANG-NEXT: {{^4:$}}
// RUN: %if clang %{ %{capture_cc} -O3 -c "%s" -o o.o && %{show} values role | FileCheck "%s" --check-prefix=UNROLLED %}
// UNROLLED: {{^1: copy, copy$}}

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
