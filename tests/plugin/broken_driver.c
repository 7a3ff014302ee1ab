// If the driver fails, the compiler still succeeds and writes the same object. One note says what went wrong.
// RUN: %{folder}
// RUN: %cc -O2 -c "%s" -o without.o

// DEFINE: %{prefix} = NONE
// DEFINE: %{options} =
// DEFINE: %{compile} = -O2 %{options} -c "%s" -o with.o 2>errors && cmp with.o without.o \
// DEFINE:   && FileCheck --check-prefix=%{prefix} -D"SAID=%{said}" --input-file=errors "%s" \
// DEFINE:   && grep "this unit is not analysed" errors | count 1
// The time limit is long enough for a busy machine.
// REDEFINE: %{options} = -fplugin-arg-osaca-timeout=120

// REDEFINE: %{prefix} = CRASH
// RUN: env OSACA_FAKE=crash %{capture_cc} %{compile}
// CRASH: [[SAID]]: osaca: this unit is not analysed{{.*}}terminated by signal 11

// REDEFINE: %{prefix} = FAIL
// RUN: env OSACA_FAKE=fail %{capture_cc} %{compile}
// FAIL: [[SAID]]: osaca: this unit is not analysed{{.*}}exit status 2: the model is unreadable

// REDEFINE: %{prefix} = GARBAGE
// RUN: env OSACA_FAKE=garbage %{capture_cc} %{compile}
// GARBAGE: [[SAID]]: osaca: this unit is not analysed{{.*}}invalid record

// REDEFINE: %{prefix} = ENDLESS
// RUN: env OSACA_FAKE=endless %{capture_cc} %{compile}
// ENDLESS: [[SAID]]: osaca: this unit is not analysed{{.*}}wrote more than

// REDEFINE: %{prefix} = CUT
// RUN: env OSACA_FAKE=cut %{capture_cc} %{compile}
// CUT: [[SAID]]: osaca: this unit is not analysed{{.*}}sent an incomplete answer

// REDEFINE: %{prefix} = NOTHING
// RUN: env OSACA_FAKE=nothing %{capture_cc} %{compile}
// NOTHING: [[SAID]]: osaca: this unit is not analysed{{.*}}sent no answer

// REDEFINE: %{prefix} = INDEX
// RUN: env OSACA_FAKE=bad_index %{capture_cc} %{compile}
// INDEX: [[SAID]]: osaca: this unit is not analysed{{.*}}invalid record

// REDEFINE: %{prefix} = HANG
// REDEFINE: %{options} = -fplugin-arg-osaca-timeout=1
// RUN: env OSACA_FAKE=hang %{capture_cc} %{compile}
// HANG: [[SAID]]: osaca: this unit is not analysed{{.*}}did not finish within 1 s

// A driver that does not exist, a folder, and a file that is not a program.
// REDEFINE: %{prefix} = START
// REDEFINE: %{options} = -fplugin=%{plugin} -fplugin-arg-osaca-driver=/nowhere/osaca
// RUN: %cc %{compile}
// REDEFINE: %{options} = -fplugin=%{plugin} -fplugin-arg-osaca-driver=/
// RUN: %cc %{compile}
// REDEFINE: %{options} = -fplugin=%{plugin} -fplugin-arg-osaca-driver="%s"
// RUN: %cc %{compile}
// START: [[SAID]]: osaca: this unit is not analysed{{.*}}could not be started

// A folder for temporary files that does not exist breaks nothing.
// RUN: env TMPDIR=/nowhere %{capture_cc} -O2 -pipe -c "%s" -o with.o

// Arguments that are not understood are reported, with the most similar one that is.
// RUN: %{capture_cc} -O2 -fplugin-arg-osaca-archs=zen4 -fplugin-arg-osaca-verbosity=9 -c "%s" -o with.o 2>errors
// RUN: FileCheck --check-prefix=ARGUMENTS --input-file=errors "%s"
// ARGUMENTS-DAG: unknown argument 'archs' is ignored; did you mean 'arch'
// ARGUMENTS-DAG: 'verbosity' needs a whole number from 0 to 2

// A report that the driver could not write is reported once.
// RUN: env OSACA_FAKE=unwritable %{capture_cc} -O2 -fplugin-arg-osaca-report=/nowhere/r.json -c "%s" -o with.o 2>errors
// RUN: FileCheck "%s" --check-prefix=REPORT -D"SAID=%{said}" --implicit-check-not="cannot be written" \
// RUN:   --input-file=errors
// REPORT: [[SAID]]: osaca: /nowhere/r.json: cannot be written: no such folder

// The folder for reports is created. Each object has its own file there.
// RUN: %{capture_cc} -O2 -fplugin-arg-osaca-report_dir="%t/new/folder" -c "%s" -o with.o
// RUN: test -d new/folder
// RUN: rm calls && mkdir -p a-b a/b
// RUN: %{capture_cc} -O2 -fplugin-arg-osaca-report_dir="%t/new" -c "%s" -o a-b/k.o
// RUN: %{capture_cc} -O2 -fplugin-arg-osaca-report_dir="%t/new" -c "%s" -o a/b-k.o
// RUN: %{capture_cc} -O2 -fplugin-arg-osaca-report_dir="%t/new" -c "%s" -o a/b/k.o
// RUN: grep -o -- "--report=.*\.json" calls | sort -u | count 3

// `report` takes precedence over `report_dir`.
// RUN: rm calls
// RUN: %{capture_cc} -O2 -fplugin-arg-osaca-report_dir="%t/other" -fplugin-arg-osaca-report="%t/r.json" \
// RUN:   -c "%s" -o with.o 2>errors
// RUN: grep "'report_dir' is ignored because 'report'" errors
// RUN: grep -- "--report=%t/r.json" calls
// RUN: test ! -e other

// Code for targets that the driver does not know is not given to it.
// DEFINE: %{refused} = 2>errors && FileCheck "%s" --check-prefix=TARGET -D"SAID=%{said}" \
// DEFINE:   --implicit-check-not="is not supported" --input-file=errors && test ! -e calls
// RUN: rm calls
// RUN: %if x86_64 %{ %{capture_cc} -O2 -m32 -S "%s" -o o.s %{refused} %}
// RUN: %if x86_64 %{ %{capture_cc} -O2 -mx32 -S "%s" -o o.s %{refused} %}
// RUN: %if riscv64 %{ %{capture_cc} -O2 -march=rv32gc -mabi=ilp32d -S "%s" -o o.s %{refused} %}
// TARGET: [[SAID]]: osaca: code for {{(32-bit targets|the target) .*}}is not supported

int first(int *a, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i) a[i] = 0;
  return n;
}
int second(int *a, int n) {
  int s = 0;
#pragma osaca analyze
  for (int i = 0; i < n; ++i) s = 3 * s + a[i];
  return s;
}
