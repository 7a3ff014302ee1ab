// The words of the pragma: a misspelt or missing one is a note, also with -Werror. Words after `analyze` are passed to
// the driver.
// RUN: %{folder}
// RUN: %{capture_cc} -O2 -Werror -c "%s" -o o.o 2>errors
// RUN: FileCheck --input-file=errors -D"SAID=%{said}" "%s"
// RUN: %{show} annotations | FileCheck --match-full-lines --check-prefix=LOOP --implicit-check-not="{{.}}" "%s"
// RUN: %{show} json | FileCheck --check-prefix=WORDS "%s"

void f(int *a, int n) {
// CHECK-DAG: pragma_words.c:[[@LINE+1]]:{{.*}}[[SAID]]: osaca{{.*}}did you mean{{.*}}#pragma osaca analyze
#pragma osaca analyse
  for (int i = 0; i < n; i++) a[i] ^= i;

// LOOP: [[@LINE+3]] pragma found
// WORDS: "expectations": "please"
#pragma osaca analyze please
  for (int i = 0; i < n; i++) a[i] += i;

// CHECK-DAG: pragma_words.c:[[@LINE+1]]:{{.*}}[[SAID]]: osaca{{.*}}write{{.*}}#pragma osaca analyze
#pragma osaca
  for (int i = 0; i < n; i++) a[i] -= i;
}
