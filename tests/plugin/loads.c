// The plugin loads into its compiler with all symbols resolved, prints nothing about a file without a pragma, and
// leaves the object unchanged.
//
// LD_BIND_NOW resolves all symbols when the plugin is loaded. Otherwise a missing one would only be noticed when it is
// used.
// RUN: %{folder}
// RUN: %cc -O2 -c "%s" -o without.o
// RUN: env LD_BIND_NOW=1 %{capture_cc} -O2 -c "%s" -o with.o >output 2>&1
// RUN: count 0 <output
// RUN: cmp with.o without.o

int plain(int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; ++i) s += a[i];
  return s;
}
