// The plugin's messages are Clang's own diagnostics, so the options for diagnostics apply to them.
// REQUIRES: clang
// RUN: %{folder}
// DEFINE: %{options} =
// DEFINE: %{compile} = %{capture_cc} -O2 %{options} -c "%s" -o o.o 2>messages
// DEFINE: %{check} = FileCheck "%s" --input-file=messages

// A remark, with the line of the source.
// RUN: %{compile}
// RUN: FileCheck "%s" --implicit-check-not="clang_diagnostics.c:{{[0-9:]+}} remark: osaca" \
// RUN:   --implicit-check-not="for (int" --input-file=messages

// Each of these options hides it.
// DEFINE: %{hidden} = %{compile} && FileCheck "%s" --check-prefix=HIDDEN --allow-empty --input-file=messages
// HIDDEN-NOT: osaca
// REDEFINE: %{options} = -w
// RUN: %{hidden}
// REDEFINE: %{options} = -Wno-backend-plugin
// RUN: %{hidden}
// REDEFINE: %{options} = -Rno-remark-backend-plugin
// RUN: %{hidden}
// REDEFINE: %{options} = -Rno-everything
// RUN: %{hidden}

// -Werror does not apply to remarks.
// REDEFINE: %{options} = -Werror
// RUN: %{compile} && %{check} --check-prefix=REMARK
// REMARK: remark: osaca

// With the plugin's argument `warn` the messages are warnings. -w hides them, and -Werror makes errors of them.
// REDEFINE: %{options} = -fplugin-arg-osaca-warn
// RUN: %{compile} && %{check} --check-prefix=WARNING
// WARNING: warning: osaca: {{.*}}[-Wbackend-plugin]
// REDEFINE: %{options} = -fplugin-arg-osaca-warn -w
// RUN: %{hidden}
// REDEFINE: %{options} = -fplugin-arg-osaca-warn -Werror
// RUN: rm o.o && not %{compile} && test ! -e o.o && %{check} --check-prefix=ERROR
// ERROR: error: osaca: {{.*}}[-Werror,-Wbackend-plugin]
// REDEFINE: %{options} = -fplugin-arg-osaca-warn -Werror -Wno-error=backend-plugin
// RUN: %{compile}

// Other formats of diagnostics. (Clang 15 has an option for SARIF, but writes text.)
// REDEFINE: %{options} = --serialize-diagnostics messages.dia
// RUN: %{compile} && grep -a -o "osaca: the fake driver was here" messages.dia
// REDEFINE: %{options} = -fdiagnostics-format=sarif -Wno-sarif-format-unstable
// RUN: %if since-16 %{ %{compile} && %{check} --check-prefix=SARIF %}
// SARIF: "message":{"text":"osaca: the fake driver was here

void to_memset(int *a, int n) {
// CHECK: clang_diagnostics.c:[[@LINE+3]]:3: remark: osaca: {{.*}}[-Rremark-backend-plugin]
// CHECK-NEXT: for (int i = 0; i < n; ++i)
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    a[i] = 0;
}
int sum(const int *a, int n) {
  int s = 0;
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    s = 3 * s + a[i];
  return s;
}
