#!/bin/sh
# Conditional reductions: no loop that the machine code still has is called vanished, and none gets another one's code.
. "$(dirname "$0")/lib.sh"

# The text of the machine loops of one annotation.
loop_text() {
  sed 's/{"name":/\n&/g' "$work/capture.json" | awk -v annotation="$1" '
    /^{"name":/ {
      assembly = $0
      sub(/.*"assembly":"/, "", assembly)
      sub(/","lines":.*/, "", assembly)
      split(assembly, text, /\\n/)
      loops = $0
      sub(/.*"loops":\[/, "", loops)
      count = split(loops, loop, /{"annotation":/)
      for (i = 2; i <= count; i++) {
        if (loop[i] + 0 != annotation) continue
        ranges = loop[i]
        sub(/.*"lines":\[\[/, "", ranges)
        sub(/\]\],.*/, "", ranges)
        parts = split(ranges, range, /\],\[/)
        for (k = 1; k <= parts; k++) {
          split(range[k], ends, ",")
          for (line = ends[1] + 0; line <= ends[2] + 0; line++) print text[line]
        }
      }
    }'
}

cat >"$work/pair.c" <<'C'
double pair(const double *a, const int *f, int n) {
  double s = 0, t = 0;
#pragma osaca analyze
  for (int i = 0; i < n; i++) if (f[i]) s += a[i] * a[i];
#pragma osaca analyze
  for (int i = 0; i < n; i++) if (f[i]) t += 1 / a[i];
  return s + t;
}
double goto_first(const double *a, const int *f, int n) {
  double s = 0, t = 0;
  int i = 0;
again:
  if (f[i]) s += a[i] * a[i];
  if (++i < n) goto again;
#pragma osaca analyze
  for (i = 0; i < n; i++) if (f[i]) t += 1 / a[i];
  return s + t;
}
C

# GCC for RISC-V jumps into the middle of this one's loop (two branches lead to its block from outside of it): no natural
# loop is left, and that is what must be said of it. Of every other source a pattern that matches nothing.
gone() {
  case $("$compiler" -dumpmachine):$1 in
  *:*.c)
    # Clang unrolls the loop over 1024 numbers where a vector holds eight of them or more.
    [ $family = clang ] && echo "^$(grep -n 'i < 1024' "$1" | cut -d: -f1) vanished .* straight-line code in 'fixed_count'" || echo '^$'
    ;;
  riscv64*:*.cc) echo "^$(grep -n 'i < v.size(); i++) c = std::max' "$1" | cut -d: -f1) vanished .* it has several entries" ;;
  *) echo '^$' ;;
  esac
}

try_source() { # source, options...
  file=$here/sources/$1
  tool=$(tool_for "$1")
  shift
  [ -n "$tool" ] || return 0
  "$tool" "$@" -c "$file" -o "$work/without.o" 2>"$work/err" || return 1 # not an option of this compiler
  with_plugin "$tool" "$@" -c "$file" -o "$work/o.o" 2>"$work/err" || fail "$*: does not compile"
  cmp "$work/o.o" "$work/without.o" || fail "$*: the object differs"
  annotations >"$work/actual"
  [ "$(wc -l <"$work/actual")" = "$(grep -c '^ *ANALYZE$' "$file")" ] || fail "$*: not one entry per pragma"
  grep -v ' found ' "$work/actual" | grep -v "$(gone "$file")" && fail "$*: loops that are there are called vanished"
  return 0
}

try() {
  try_source reductions.c "$@" || return 0
  try_source reductions.cc "$@"
  with_plugin "$compiler" "$@" -c "$work/pair.c" -o "$work/o.o" 2>"$work/err" || fail "$*: pair.c does not compile"
  [ "$(annotations | grep -c ' found ')" = 3 ] || fail "$*: pair.c: $(annotations)"
  loop_text 0 | grep -q 'div' && fail "$*: the first loop has the second one's code"
  for annotation in 0 1 2; do
    operation=$([ $annotation = 0 ] && echo mul || echo div)
    loop_text $annotation | grep -q "$operation\|fmadd" || fail "$*: no $operation in loop $annotation"
  done
  loop_text 2 | grep -q 'mul' && fail "$*: the goto loop is taken for the one after it"
}

for options in -O0 -O1 -O2 -O3 -Os "-O3 -g" "-O3 -ffast-math" "-O3 -funroll-loops" "-O2 -ftree-loop-distribution" \
  "-O2 -ftree-vectorize" "-O3 -ffast-math -march=znver3" "-O3 -march=znver3 -fno-if-conversion" \
  "-O3 -ffast-math -march=skylake-avx512 -mprefer-vector-width=512" "-O3 -ffast-math -march=armv8.2-a+sve"; do
  is_turn || continue
  try $options
done
finish
