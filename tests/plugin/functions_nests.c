// The plugin's arguments `all` and `function` take the innermost loops. They also take an outer loop if most of its
// instructions are outside its inner loops. The function that is static and unused in a compile has no code there.
// RUN: %{folder}
// DEFINE: %{compile} = rm -f capture.json && %{capture_cc} -O1 -w -c "%s" -o o.o
// DEFINE: %{found} = %{show} annotations | FileCheck "%s" --match-full-lines --implicit-check-not=" found"
// RUN: %{compile} -DLITTLE= -DMUCH=static -fplugin-arg-osaca-all
// RUN: %{found} -D"KIND=all" --check-prefix=LITTLE
// RUN: %{compile} -DLITTLE= -DMUCH=static -fplugin-arg-osaca-function=little
// RUN: %{found} -D"KIND=function" --check-prefix=LITTLE
// RUN: %{compile} -DLITTLE=static -DMUCH= -fplugin-arg-osaca-all
// RUN: %{found} -D"KIND=all" --check-prefix=MUCH
// RUN: %{compile} -DLITTLE=static -DMUCH= -fplugin-arg-osaca-function=much
// RUN: %{found} -D"KIND=function" --check-prefix=MUCH

LITTLE void little(int *restrict a, const int *restrict b, int n) {
  for (int i = 0; i < n; ++i)
// LITTLE: [[@LINE+1]] [[KIND]] found
    for (int j = 0; j < n; ++j)
      a[j] = (a[j] ^ b[i]) * b[j] + (a[j] >> 3) + (b[j] << 2);
}
MUCH void much(int *restrict a, const int *restrict b, int n) {
// MUCH-DAG: [[@LINE+1]] [[KIND]] found
  for (int i = 0; i < n; ++i) {
    a[i] = b[i] * b[i + 1] + (b[i + 2] ^ b[i + 3]) * b[i + 4] - (b[i + 5] >> b[i + 6]) * (b[i + 7] | b[i + 8])
           + b[i + 9] * 77 + (b[i + 10] & b[i + 11]) * b[i + 12];
// MUCH-DAG: [[@LINE+1]] [[KIND]] found
    while (a[i] & 1)
      a[i] >>= 1;
  }
}
