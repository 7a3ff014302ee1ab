// Each installed llvm-mca can read the assembly that `marked=` writes. Options for debuggers change nothing in what
// it counts.
// REQUIRES: llvm-mca
// DEFINE: %{compile} = rm -f marked.s && %{osaca_cc} -fplugin-arg-osaca-arch=%{arch} -c "%s" -o o.o \
// DEFINE:   -fplugin-arg-osaca-all -fplugin-arg-osaca-marked=marked.s
// DEFINE: %{read} = sh "%S/Inputs/read_by_mca.sh" %{target} marked.s %{llvm_mca}
// RUN: %{folder}
//
// RUN: %{compile} -O2 && %{read} >expected
// RUN: FileCheck "%s" --input-file=expected
// RUN: %{compile} -O2 -g && %{read} | diff expected -
// RUN: %{compile} -O2 -g3 && %{read} | diff expected -
// RUN: %{compile} -O2 -gdwarf-5 && %{read} | diff expected -
// RUN: %{compile} -O2 -gdwarf-4 -gsplit-dwarf && %{read} | diff expected -
//
// RUN: %{compile} -O3 && %{read} >expected
// RUN: FileCheck "%s" --input-file=expected
// RUN: %{compile} -O3 -g && %{read} | diff expected -
// RUN: %{compile} -O3 -g3 && %{read} | diff expected -
// RUN: %{compile} -O3 -gdwarf-5 && %{read} | diff expected -
// RUN: %{compile} -O3 -gdwarf-4 -gsplit-dwarf && %{read} | diff expected -
//
// CHECK-COUNT-3: Code Region

static inline double square(double x) { return x * x; }
double sum(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += square(a[i]);
  return s;
}
void nest(double *restrict a, const double *restrict b, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      a[i * n + j] = a[i * n + j] * b[j] + b[i];
}
int search(const int *a, int n, int wanted) {
  for (int i = 0; i < n; ++i)
    if (a[i] == wanted)
      return i;
  return -1;
}
