#!/usr/bin/env bash
# What the length of a kernel costs: analyses marked kernels of mixed code (loads and stores through several bases, chains,
# vectors) of 100 to 20,000 instructions and prints time per instruction. It must not grow faster than log n.
#
#   tests/accuracy/length_curve.sh build/release [ARCH]
set -eu
build=${1:?the build directory}
arch=${2:-zen4}
osaca=$build/bin/osaca
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The same code each time: a small generator of pseudo-random numbers, in awk's own arithmetic.
write_kernel() { # LENGTH
  awk -v n="$1" '
    function below(limit) { seed = (seed * 16807) % 2147483647; return seed % limit }
    function base() { return substr("%rdi%rsi%rdx%rcx", 1 + 4 * below(4), 4) }
    function place() { return (8 * below(4000)) "(" base() ")" }
    function vector() { return "%ymm" below(16) }
    function scalar() { return "%r" (8 + below(8)) }
    BEGIN {
      seed = 42
      print "# OSACA-BEGIN"
      print ".Lloop:"
      for (i = 4; i < n; ++i) {
        what = below(12)
        if (what < 2) print "\tvmovupd\t" place() ", " vector()
        else if (what < 3) print "\tvmovupd\t" vector() ", " place()
        else if (what < 5) print "\tvfmadd231pd\t" vector() ", " vector() ", " vector()
        else if (what < 6) print "\tvaddpd\t" place() ", " vector() ", " vector()
        else if (what < 7) print "\tmovq\t" place() ", " scalar()
        else if (what < 8) print "\tmovq\t" scalar() ", " place()
        else if (what < 9) print "\taddq\t" scalar() ", " scalar()
        else if (what < 10) print "\timulq\t" scalar() ", " scalar()
        else if (what < 11) print "\tmovq\t" 8 * below(100) "(%rsp), " scalar()
        else print "\tmovq\t" scalar() ", " 8 * below(100) "(%rsp)"
      }
      print "\taddq\t$64, %rdi"
      print "\taddq\t$64, %rsi"
      print "\tcmpq\t%rdi, %rax"
      print "\tjne\t.Lloop"
      print "# OSACA-END"
    }'
}

seconds_of() { # COMMAND...: the best of three
  local best="" elapsed run
  for run in 1 2 3; do
    elapsed=$( { TIMEFORMAT=%R; time "$@" > /dev/null; } 2>&1 )
    if [ -z "$best" ] || awk "BEGIN { exit !($elapsed < $best) }"; then best=$elapsed; fi
  done
  echo "$best"
}

printf '%12s %10s %20s %20s\n' instructions seconds 'us per instruction' 'us per (n log2 n)'
for length in 100 1000 5000 10000 20000; do
  write_kernel "$length" > "$folder/$length.s"
  seconds=$(seconds_of "$osaca" analyze --arch "$arch" "$folder/$length.s")
  awk -v n="$length" -v s="$seconds" \
    'BEGIN { printf "%12d %10.3f %20.2f %20.3f\n", n, s, 1e6 * s / n, 1e6 * s / (n * log(n) / log(2)) }'
done
