// The note about a loop in a macro is at the keyword of the loop. Clang shows the use of the macro first, and then the
// keyword.
// RUN: %{folder}
// RUN: %{capture_cc} -O2 -DFIRST -c "%s" -o o.o 2>errors
// RUN: FileCheck --input-file=errors --check-prefix=FOR-%{family} "%s"
// RUN: %{capture_cc} -O2 -c "%s" -o o.o 2>errors
// RUN: FileCheck --input-file=errors --check-prefix=WHILE-%{family} "%s"

// FOR-gcc:         loop_in_macro.c:[[@LINE+2]]:39: note: osaca: the fake driver
// FOR-clang-DAG:   loop_in_macro.c:[[@LINE+1]]:39: note: expanded from macro
#define L(n) _Pragma("osaca analyze") for (int i = 0; i < n; i++)
// WHILE-gcc:       loop_in_macro.c:[[@LINE+2]]:39: note: osaca: the fake driver
// WHILE-clang-DAG: loop_in_macro.c:[[@LINE+1]]:39: note: expanded from macro
#define W(n) _Pragma("osaca analyze") while (n--)

#ifdef FIRST
// FOR-clang-DAG:   loop_in_macro.c:[[@LINE+1]]:25: remark: osaca: the fake driver
void f(int *a, int n) { L(n) a[i] += 5; }
#endif
// WHILE-clang-DAG: loop_in_macro.c:[[@LINE+1]]:25: remark: osaca: the fake driver
void g(int *a, int n) { W(n) a[n] += 5; }
