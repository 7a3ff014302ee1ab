// Whatever Clang is asked to write (object, assembly, debug information in a separate file, coverage, remarks, stack
// usage, dependencies), it writes the same bytes with the plugin. It also prints the same messages, except for those of
// the plugin. The first argument of the helper is the number of loops that must be found. Options that this Clang does
// not have are left out.
// REQUIRES: clang
// RUN: %{folder}
// DEFINE: %{same} = sh "%S/Inputs/clang_options.sh" %{plugin} %{fake_driver} "%s" %cc
// RUN: %{same} 3 -c -O2 -g -gsplit-dwarf
// RUN: %{same} 3 -c -O1 -g3 -gdwarf-4 -ffile-prefix-map=/=/elsewhere/
// RUN: %{same} 3 -c -O2 --coverage
// RUN: %{same} 3 -c -O2 -fprofile-instr-generate -fcoverage-mapping
// RUN: %{same} 3 -c -O2 -fprofile-generate
// RUN: %{same} 3 -c -O2 -fstack-usage
// RUN: %{same} 3 -c -O2 -fsave-optimization-record -g
// RUN: %{same} 3 -c -O2 -MD -MF options.d
// RUN: %{same} 3 -c -O2 "-Rpass=.*" -Rpass-missed=inline
// RUN: %{same} 3 -c -O2 -fsanitize=address
// RUN: %{same} 3 -c -O1 -fsanitize=thread
// RUN: %{same} 3 -c -O2 -fsanitize-coverage=trace-pc-guard
// RUN: %{same} 3 -c -O2 -ffunction-sections -fdata-sections -fvisibility=hidden
// RUN: %{same} 3 -c -O2 -mcmodel=large -fPIC
// RUN: %{same} 3 -c -O2 -masm=intel
// RUN: %{same} 3 -c -O2 -mretpoline -fcf-protection -fstack-protector-strong
// RUN: %{same} 3 -c -O2 -fxray-instrument -fxray-instruction-threshold=1
// RUN: %{same} 3 -c -O2 -save-temps
// RUN: %{same} 3 -c -O2 -no-integrated-as -g
// RUN: %{same} 3 -c -O2 -finstrument-functions
// RUN: %{same} 3 -c -Os -Wframe-larger-than=1
// RUN: %{same} 3 -O2 -S -fverbose-asm
// RUN: %{same} 3 -O2 -g -fPIE -pie

// Clang 14 to 16 copy their options before the plugin can remove its own from what they record.
// RUN: %if since-17 %{ %{same} 3 -c -O2 -frecord-command-line %}
// RUN: %if since-17 %{ %{same} 3 -c -O2 -g -grecord-command-line %}

// Instrumentation or the placement of blocks may leave loops that cannot be found.
// RUN: %{same} any -c -O1 -fsanitize=address,undefined
// RUN: %{same} any -c -O2 -fsanitize=memory
// RUN: %{same} any -c -O2 -fbasic-block-sections=all

// Results without machine code.
// RUN: %{same} any -O2 -c -flto=thin
// RUN: %{same} any -O2 -c -emit-llvm
// RUN: %{same} any -O2 -S -emit-llvm
// RUN: %{same} any -E
// RUN: %{same} any -E -frewrite-includes
// RUN: %{same} any -M
// RUN: %{same} any -fsyntax-only

struct Operations {
  void (*scale)(double *, int);
};

static int step(int x) { return x * 3 + 1; }

static void scale(double *a, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    a[i] *= 3;
}
const struct Operations operations = {scale};

double fill(int n) {
  double buffer[16] = {0};
  scale(buffer, n & 15);
  return buffer[n & 7];
}

void triad(double *restrict a, const double *restrict b, const double *restrict c, double s, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    a[i] = b[i] + s * c[i];
}

int sum(const int *a, int n) {
  int s = 0;
#pragma osaca analyze
  while (n-- > 0)
    s += step(a[n]) ^ s;
  return s;
}

int without_loop(int x) { return x > 5 ? step(x) : x; }
int main(void) { return without_loop(3); }
