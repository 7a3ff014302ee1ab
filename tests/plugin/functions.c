// The plugin's argument `function`: several names, repeated names, names of other files, and misspelt names.
// RUN: %{folder}
// DEFINE: %{compile} = rm -f capture.json && %{capture_cc} -O2 -c "%s" -o o.o 2>messages
// DEFINE: %{name} = -fplugin-arg-osaca-function
// DEFINE: %{found} = %{show} annotations | FileCheck "%s" --match-full-lines --implicit-check-not="{{.}}"
// DEFINE: %{quiet} = FileCheck "%s" --check-prefix=QUIET --allow-empty --input-file=messages
// DEFINE: %{one_message} = FileCheck "%s" --implicit-check-not="is defined in this unit" \
// DEFINE:   --implicit-check-not="no loop to analyse" --input-file=messages
// QUIET-NOT: {{is defined in this unit|no loop to analyse}}

// Several names, as several arguments or as a list. A repeated name counts once.
// RUN: %{compile} %{name}=first %{name}=second && %{quiet} && %{found} --check-prefixes=FIRST,SECOND
// RUN: %{compile} %{name}=first,second && %{quiet} && %{found} --check-prefixes=FIRST,SECOND
// RUN: %{compile} %{name}=first %{name}=first,first && %{quiet} && %{found} --check-prefix=FIRST

// The same arguments are used for all files of a project, so functions of other files are normal.
// RUN: %{compile} %{name}=first %{name}=compress %{name}=decompress && %{quiet} && %{found} --check-prefix=FIRST

// If a file has none of the functions, one message says so, unless reports are embedded, as for a whole project.
// RUN: %{compile} %{name}=compress %{name}=decompress %{name}=compress && %{one_message} --check-prefix=NONE
// NONE: no function 'compress' or 'decompress' is defined in this unit
// RUN: %{compile} -fplugin-arg-osaca-embed %{name}=compress && %{quiet}

// A misspelt name.
// RUN: %{compile} %{name}=first %{name}=secnod %{name}=secnod && %{one_message} --check-prefix=MISSPELT
// MISSPELT: no function 'secnod' is defined in this unit; did you mean 'second'?

// A function without a loop, which is reported if no other function has one.
// RUN: %{compile} %{name}=without && %{one_message} --check-prefix=WITHOUT
// WITHOUT: no loop to analyse in 'without'
// RUN: %{compile} %{name}=without %{name}=first && %{quiet} && %{found} --check-prefix=FIRST

double a[100], b[100];
void first(void) {
// FIRST: [[@LINE+1]] function found
  for (int i = 0; i < 100; i++) a[i] += b[i];
}
void second(void) {
// SECOND: [[@LINE+1]] function found
  for (int i = 0; i < 100; i++) a[i] *= b[i];
}
void without(void) { a[0] = b[3]; }
