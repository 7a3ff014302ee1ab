// The trip counts of a nest of loops imply how much data it uses, and so the nearest level of the memory hierarchy
// that can hold it. A pragma that specifies a nearer level is contradicted.
// REQUIRES: x86_64
// DEFINE: %{options} =
// DEFINE: %{compile} = %{osaca_cc} %{options} -fplugin-arg-osaca-arch=emeraldrapids \
// DEFINE:   -fplugin-arg-osaca-report=report.json -c "%s" -o o.o 2>messages && %{show_report} footprints
// DEFINE: %{check} = FileCheck "%s" --match-full-lines --check-prefix
// RUN: %{folder}
// REDEFINE: %{options} = -O2
// RUN: %{compile} | %{check} ALL
// RUN: FileCheck "%s" --input-file=messages --check-prefix=MESSAGES
// REDEFINE: %{options} = -O2 -mavx2
// RUN: %{compile} | %{check} ALL
// RUN: FileCheck "%s" --input-file=messages --check-prefix=MESSAGES
//
// ALL:      once: 96000000 L3, data in L3 (trip counts)
// ALL-NEXT: wrong: 96000000 L3, data in L2 (said)
// ALL-NEXT: repeated: 320000 L2, data in L2 (trip counts)
// ALL-NEXT: fits: 4000 L1
// ALL-NEXT: nest: 48000000 L3, data in L3 (trip counts)
// ALL-NEXT: sometimes: 24000 L1
// ALL-NEXT: window: 8000 L1
// ALL-NEXT: unknown:
//
// MESSAGES: data in L3, the nearest level that is large enough: its trip counts imply 91.6 MiB
// MESSAGES: data in L2, as specified; but its trip counts imply 91.6 MiB
//
// At -O3 GCC runs several rows and sweeps at once, and less is known. But no level after L1 is assumed without a
// reason.
// REDEFINE: %{options} = -O3 -mavx2
// RUN: %{compile} | %{check} O3
// O3:     {{^}}fits:{{( [0-9]+ L1)?}}
// O3:     {{^}}sometimes:{{( [0-9]+ L1)?}}
// O3:     {{^}}window:{{( [0-9]+ L1)?}}
// O3:     {{^}}unknown:{{( [0-9]+ L1)?}}

double big[6000000], other[6000000], some[40000], m[2000][3000], few[500];
void once(double by) {
#pragma osaca analyze
  for (int i = 0; i < 6000000; i++)
    big[i] = other[i] * by;
}
void wrong(double by) {
#pragma osaca analyze data(L2)
  for (int i = 0; i < 6000000; i++)
    other[i] = big[i] + by;
}
void repeated(double by) {
  for (int t = 0; t < 1000; t++)
#pragma osaca analyze
    for (int i = 0; i < 40000; i++)
      some[i] = some[i] * by + t;
}
void fits(double by) {
  for (int t = 0; t < 1000; t++)
#pragma osaca analyze
    for (int i = 0; i < 500; i++)
      few[i] = few[i] * by + t;
}
void nest(double by) {
  for (int j = 0; j < 2000; j++)
#pragma osaca analyze
    for (int i = 0; i < 3000; i++)
      m[j][i] *= by;
}
void sometimes(double by, const int *which) {
  for (int j = 0; j < 2000; j++)
    if (which[j])
#pragma osaca analyze
      for (int i = 0; i < 3000; i++)
        m[j][i] *= by;
}
void window(double by) {
  for (int j = 0; j < 3000; j++)
#pragma osaca analyze
    for (int i = 0; i < 500; i++)
      few[i] += big[i + j] * by;
}
void unknown(double by, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    big[i] = other[i] * by;
}
