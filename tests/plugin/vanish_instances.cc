// The instances of a template are accounted for one by one: a loop that is gone from one of them is reported, although
// others still loop.
// REQUIRES: cxx
// RUN: %{folder}
// RUN: %{capture_cxx} -O3 -fopenmp -c "%s" -o o.o
// RUN: %{show} annotations | FileCheck "%s" --match-full-lines --implicit-check-not="fixed<1000>"

template <int N> int fixed(const int *a) {
  int s = 0;
// CHECK: [[@LINE+2]] pragma found in 'fixed<2>', the compiler kept {{[0-9]+}} of its instructions {{.*}} in 'two'{{.*}}
#pragma osaca analyze
  for (int i = 0; i < N; i++) s = s * 3 + a[i];
  return s;
}
int two(const int *a) { return fixed<2>(a); }
int many(const int *a) { return fixed<1000>(a); }

template <class T> void both(T *a, int n) {
// CHECK-NEXT: [[@LINE+2]] pragma found
#pragma osaca analyze
  for (int i = 0; i < n; i++) a[i] += 1;
}
template void both(int *, int);
template void both(double *, int);

template <class T> void outlined(T *a, int n) {
// CHECK-NEXT: [[@LINE+3]] pragma found
#pragma osaca analyze
#pragma omp parallel for
  for (int i = 0; i < n; i++) a[i] *= 3;
}
template void outlined(int *, int);
template void outlined(double *, int);

// If merging makes one of the instances call the other, both still loop.
template <class T> void merged(T *a, int n) {
// CHECK-NEXT: [[@LINE+2]] pragma found{{.*}}
#pragma osaca analyze
  for (int i = 0; i < n; i++) a[i] ^= 7;
}
template void merged(int *, int);
template void merged(unsigned *, int);
