#!/bin/sh
# Whatever a source makes up, the compile ends, with the object that it has without the plugin, and says something short.
. "$(dirname "$0")/lib.sh"
. "$here/hostile.sh"
flags="-O2 -fno-tree-vectorize -fno-unroll-loops"

loop() { # function's name
  printf 'void %s(float *a, int n) {\n#pragma osaca analyze\nfor (int i = 0; i < n; ++i) a[i] += 1;\n}\n' "$1"
}

# What a place names is not opened, whatever it is.
mkfifo "$work/pipe"
mkdir "$work/folder"
for file in /dev/zero "$work/pipe" "$work/folder" /proc/kmsg /dev/stdin; do
  { printf '#line 1 "%s"\n' "$file"; loop f; } >"$work/named.c"
  compile named.c
  says 'cycles per iteration'
done
# What a build may well name costs no message its place.
loop f >"$work/ordinary.c"
compile ordinary.c -include /dev/null
says "^$work/ordinary.c:3:"
{ printf '#line 1 "/dev/zero"\n#define EVERY for (int i = 0; i < n; ++i)\n#line 1 "ordinary.c"\n'
  printf 'void f(float *a, int n) {\n#pragma osaca analyze\nEVERY a[i] += 1;\n}\n'; } >"$work/macro.c"
compile macro.c
says 'cycles per iteration'

# A line end in the name of a file breaks no comment of the assembly: all of the loop can be read.
{ printf '#line 1 "x\\n::error file=app.js,line=1::y.c"\n'; loop f; } >"$work/broken.c"
compile broken.c
says 'cycles per iteration'
count 'at least' 0

# Lines that no file has cost their loops the place, and the others nothing.
{ loop f; echo '#line 2147483646 "odd.c"'; loop g; echo '#line 10 "even.c"'; loop h; } >"$work/lines.c"
compile lines.c
count 'cycles per iteration' 3
says 'even.c:12:'

# Names longer than any path. The driver gets along with little memory.
{ printf '#line 1 "'; awk 'BEGIN { for (i = 0; i < 5000; ++i) printf "A/" }'; printf '.c"\n'; loop f
  echo '#line 1 "short.c"'; loop g; } >"$work/path.c"
compile_with -fplugin-arg-osaca-memory=512 path.c
count 'cycles per iteration' 2

# Types that name their parts again and again. Clang's own time for them doubles with each level, GCC's does not.
if [ -n "$cxx" ]; then
  levels=29
  [ $family = gcc ] || levels=18
  printf '%s\n' 'struct A; template<class, class> struct B;' \
    'template<int N> struct D { typedef B<typename D<N - 1>::t, typename D<N - 1>::t> t; };' \
    'template<> struct D<0> { typedef A t; };' \
    'template<class T> __attribute__((noinline)) void divided(T *, double *a, double s, int n) {' '#pragma osaca analyze' \
    'for (int i = 0; i < n; ++i) a[i] /= s; }' \
    'template<class T> struct Vec { __attribute__((noinline)) double sum(double *a, int n) { double s = 0;' '#pragma osaca analyze' \
    'for (int i = 0; i < n; ++i) s += a[i]; return s; } };' \
    "double all(double *a, int n) { divided((D<$levels>::t *)0, a, 3, n); Vec<D<$levels>::t> v; return v.sum(a, n); }" >"$work/doubled.cc"
  compile doubled.cc
  says 'cycles per iteration'
  if [ $family = gcc ]; then # the same while a program is linked
    name="doubled.cc with -flto"
    (
      ulimit -v 6000000
      # shellcheck disable=SC2086
      timeout 120 "$compiler" $flags -flto -flto-partition=one -shared -fPIC "$work/doubled.cc" -o "$work/doubled.so" \
        -fplugin="$plugin" -fplugin-arg-osaca-driver="$driver" -fplugin-arg-osaca-arch=zen4 >"$work/said" 2>&1 </dev/null
    ) || fail "$name: is not linked: $(head -c 1000 "$work/said")"
    says 'cycles per iteration'
  fi
fi

# More pragmas than anybody writes.
{ awk 'BEGIN { for (i = 0; i < 100000; ++i) print "#pragma osaca analyze" }'; loop f; } >"$work/pragmas.c"
compile pragmas.c
count 'more than 10000 pragmas' 1
says 'more messages about this unit are not shown'
short
awk 'BEGIN { for (i = 0; i < 100000; ++i) print "#pragma osaca analyse"; print "int a;" }' >"$work/mistakes.c"
compile mistakes.c
says "did you mean '#pragma osaca analyze'"
short

# A budget with more conditions than anybody writes.
{ printf 'void f(float *a, int n) {\n#pragma osaca analyze expect('
  awk 'BEGIN { for (i = 0; i < 100000; ++i) printf "cycles <= 0.001, "; print "cycles <= 0.001)" }'
  printf 'for (int i = 0; i < n; ++i) a[i] += 1;\n}\n'; } >"$work/budget.c"
compile budget.c
says 'expected cycles <= 0.001'
says 'only the first 64 conditions'
short

# A list of cores that names none, and one that begins like an option.
loop f >"$work/f.c"
for cores in , ,,, --help -; do
  compile_with -fplugin-arg-osaca-arch="$cores" f.c
  says 'this unit is not analysed'
done
finish
