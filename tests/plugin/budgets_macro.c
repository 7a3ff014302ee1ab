// OSACA_LOOP of osaca/annotate.h takes what the pragma takes, if the macro OSACA_PLUGIN is defined.
// REQUIRES: x86_64
// DEFINE: %{include} = -I%S/../../plugin-common/include
// DEFINE: %{compile} = %{osaca_cc} -fplugin-arg-osaca-arch=zen4 -O2 -c "%s" -o o.o %{include}
// RUN: %{folder}
// RUN: %{compile} -DOSACA_PLUGIN 2>messages
// RUN: FileCheck "%s" --input-file=messages
// CHECK: warning: osaca: expected no(divider)
//
// Without that macro nothing is left of it: there is no warning, with or without the plugin.
// RUN: %{compile} -Wall -Werror
// RUN: %cc -Wall -Wextra -Werror -O2 -c "%s" -o o.o %{include}

#include <osaca/annotate.h>
void scale(double *a, double s, int n) {
  OSACA_LOOP(no(divider))
  for (int i = 0; i < n; ++i)
    a[i] /= s;
}
