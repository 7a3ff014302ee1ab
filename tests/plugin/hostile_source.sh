#!/bin/sh
# Whatever a source makes up, the compile ends, with the object that it has without the plugin, and says something short.
. "$(dirname "$0")/lib.sh"
driver=$4

case $("$compiler" -dumpmachine) in
x86_64*) ;;
*) echo "made for x86-64 cores"; exit 0 ;;
esac

loop() { # function's name
  printf 'void %s(float *a, int n) {\n#pragma osaca analyze\nfor (int i = 0; i < n; ++i) a[i] += 1;\n}\n' "$1"
}

# Compiles $work/$1.c with and without the plugin, within bounds of time and memory; messages are in $work/said.
compile() { # name, options...
  name=$1
  shift
  rm -f "$work/with.o"
  "$compiler" -O2 -fno-tree-vectorize -fno-unroll-loops -Wno-unknown-pragmas -c "$work/$name.c" -o "$work/without.o" 2>/dev/null || fail "$name: does not compile"
  (
    ulimit -v 6000000
    timeout 120 "$compiler" -O2 -fno-tree-vectorize -fno-unroll-loops -c "$work/$name.c" -o "$work/with.o" -fplugin="$plugin" \
      -fplugin-arg-osaca-driver="$driver" -fplugin-arg-osaca-arch=zen4 "$@" >"$work/said" 2>&1 </dev/null
  ) || fail "$name: the compile fails: $(head -c 1000 "$work/said")"
  cmp "$work/without.o" "$work/with.o" || fail "$name: the object differs"
}
says() { grep -q "$1" "$work/said" || fail "$name: expected '$1' in: $(head -c 1000 "$work/said")"; }
count() { [ "$(grep -c "$1" "$work/said")" = "$2" ] || fail "$name: expected $2 times '$1' in: $(head -c 2000 "$work/said")"; }
short() { [ "$(wc -c <"$work/said")" -lt 400000 ] || fail "$name: $(wc -c <"$work/said") bytes of messages"; }

# What a place names is not opened, whatever it is.
mkfifo "$work/pipe"
mkdir "$work/folder"
for file in /dev/zero "$work/pipe" "$work/folder" /proc/kmsg /dev/stdin; do
  { printf '#line 1 "%s"\n' "$file"; loop f; } >"$work/named.c"
  compile named
  says 'cycles per iteration'
done
# What a build may well name costs no message its place.
loop f >"$work/ordinary.c"
compile ordinary -include /dev/null
says "^$work/ordinary.c:3:"
{ printf '#line 1 "/dev/zero"\n#define EVERY for (int i = 0; i < n; ++i)\n#line 1 "ordinary.c"\n'
  printf 'void f(float *a, int n) {\n#pragma osaca analyze\nEVERY a[i] += 1;\n}\n'; } >"$work/macro.c"
compile macro
says 'cycles per iteration'

# Lines that no file has cost their loops the place, and the others nothing.
{ loop f; echo '#line 2147483646 "odd.c"'; loop g; echo '#line 10 "even.c"'; loop h; } >"$work/lines.c"
compile lines
count 'cycles per iteration' 3
says 'even.c:12:'

# Names longer than any path. The driver gets along with little memory.
{ printf '#line 1 "'; awk 'BEGIN { for (i = 0; i < 5000; ++i) printf "A/" }'; printf '.c"\n'; loop f
  echo '#line 1 "short.c"'; loop g; } >"$work/path.c"
compile path -fplugin-arg-osaca-memory=512
count 'cycles per iteration' 2

# More pragmas than anybody writes.
{ awk 'BEGIN { for (i = 0; i < 100000; ++i) print "#pragma osaca analyze" }'; loop f; } >"$work/pragmas.c"
compile pragmas
count 'more than 10000 pragmas' 1
says 'more messages about this unit are not shown'
short
awk 'BEGIN { for (i = 0; i < 100000; ++i) print "#pragma osaca analyse"; print "int a;" }' >"$work/mistakes.c"
compile mistakes
says "did you mean '#pragma osaca analyze'"
short

# A budget with more conditions than anybody writes.
{ printf 'void f(float *a, int n) {\n#pragma osaca analyze expect('
  awk 'BEGIN { for (i = 0; i < 100000; ++i) printf "cycles <= 0.001, "; print "cycles <= 0.001)" }'
  printf 'for (int i = 0; i < n; ++i) a[i] += 1;\n}\n'; } >"$work/budget.c"
compile budget
says 'expected cycles <= 0.001'
says 'only the first 64 conditions'
short

# A list of cores that names none, and one that begins like an option.
loop f >"$work/f.c"
for cores in , ,,, --help -; do
  compile f -fplugin-arg-osaca-arch="$cores"
  says 'no analysis of this unit'
done
finish
