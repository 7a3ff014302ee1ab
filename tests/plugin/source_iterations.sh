#!/bin/sh
# How many source iterations a machine iteration is said to do is held against what happens: a counter is put into the
# assembly at the head of each loop, the program runs, and turns times source iterations has to be what the source does.
# The fourth argument is the real driver.
. "$(dirname "$0")/lib.sh"
osaca=$4
case $("$compiler" -dumpmachine),$(uname -m) in
x86_64*,x86_64) ;;
*) echo "left out: cannot be run here"; exit 0 ;;
esac

with_osaca() {
  tool=$1
  shift
  "$tool" -w -fplugin="$plugin" -fplugin-arg-osaca-driver="$osaca" -fplugin-arg-osaca-arch=zen4 \
    -fplugin-arg-osaca-report="$work/r.json" "$@" 2>"$work/err"
}

# One line per machine loop: LABEL FUNCTION LINE NUMBER (0: unknown).
loops() {
  "$osaca" show "$work/r.json" | awk '
    /^kernel:/ {
      sub(/^kernel: *([0-9]+ of [0-9]+: )?/, "")
      label = $1
      name = $3
      sub(/[,(].*/, "", name)
    }
    /^source:/ { split($2, place, ":"); line = place[2] }
    /^prediction:/ {
      number = 0
      if (match($0, /\([0-9]+ source iteration/)) number = substr($0, RSTART + 1) + 0
      if (!(label in known)) print label, name, line, number
      known[label] = 1
    }'
}

# Counts at the head of each loop of "$work/loops", and makes the table for the program.
instrument() { # assembly
  awk '
    NR == FNR { index_of[$1 ":"] = count++; next }
    { print }
    $1 in index_of {
      printf "\tpushfq\n\tincq\tcounts+%d(%%rip)\n\tpopfq\n", 8 * index_of[$1]
      ++found
    }
    END { if (found != count) exit 1 }' "$work/loops" "$1"
}

table() {
  echo "long counts[$(wc -l <"$work/loops") + 1];"
  echo "static const struct { const char *function; int line, factor; } loops[] = {"
  awk '{ printf "  {\"%s\", %d, %d},\n", $2, $3, $4 }' "$work/loops"
  echo "};"
}

# Compiles a source with counters at its loops, and makes the table for the program.
compile() { # source, options...
  source=$1
  shift
  (cd "$here/sources" && with_osaca "$(tool_for "$source")" -mno-red-zone "$@" -S "$source" -o "$work/it.s") || return 1
  loops >"$work/loops"
  instrument "$work/it.s" >"$work/counted.s" || fail "$source $*: a loop's label is not in the assembly"
  inner=$(grep -n 'int k = 0; k < 3' "$here/sources/iterations.c" | cut -d: -f1)
  { echo "#define INNER $inner"; table; cat "$here/sources/iterations_main.c"; } >"$work/main.c"
}

judge() { # most unknown, name
  status=0
  "$work/program" >"$work/out" 2>&1 || status=$?
  case $status,$2 in
  0,*) ;;
  132,*avx512*) # SIGILL
    grep -qw avx512f /proc/cpuinfo && fail "$2: an illegal instruction"
    echo "$2: cannot be run here, this machine lacks an instruction"
    return 0
    ;;
  *) fail "$2: $(grep WRONG "$work/out")" ;;
  esac
  echo "$2: $(tail -1 "$work/out") $(sed -n 's/^unknown: //p' "$work/out" | tr '\n' ' ')"
  [ "$(grep -c ^unknown "$work/out")" -le "$1" ] || fail "$2: too much is unknown"
}

run() { # most unknown in C, in C++, options...
  is_turn || return 0
  in_c=$1 in_cxx=$2
  shift 2
  compile iterations.c "$@" || { echo "left out: $*"; return 0; }
  "$compiler" -w -O0 "$work/main.c" "$work/counted.s" -o "$work/program" && judge "$in_c" "C $*" || fail "C $*: does not link"
  [ -n "$cxx" ] || return 0
  compile iterations.cc "$@" || { fail "C++ $*: does not compile"; return 0; }
  "$compiler" -w -O0 -DCHECKS_ONLY -c "$work/main.c" -o "$work/main.o" &&
    "$cxx" -w -O0 "$here/sources/iterations_main.cc" "$work/main.o" "$work/counted.s" -o "$work/program" &&
    judge "$in_cxx" "C++ $*" || fail "C++ $*: does not link"
}

if [ "$said" = remark ]; then
  # The labels of the whole unit are those of the assembly that is counted in.
  whole=-fplugin-arg-osaca-whole_unit
  for options in -O0 -O1 -O2 -O3 "-O3 -mavx2" "-O3 -mavx2 -ffast-math" "-O2 -fno-unroll-loops" "-O2 -fno-vectorize" \
    "-O3 -march=skylake-avx512 -mprefer-vector-width=512"; do
    run 1 0 $options $whole
  done
  finish
fi
run 0 0 -O0
run 1 9 -Og
run 0 0 -O1
run 0 0 -O2
run 3 1 -O3
run 3 1 -O3 -mavx2
run 3 1 -O3 -mavx2 -ffast-math
run 3 1 -O2 -funroll-loops
run 3 1 -O3 -mavx2 -funroll-loops
run 3 1 -O3 -mavx2 -funroll-all-loops
run 3 1 -O3 -mavx2 -fprefetch-loop-arrays
run 3 1 -O3 -march=skylake-avx512 -mprefer-vector-width=512 --param vect-partial-vector-usage=1
run 3 1 -O3 -fopenmp-simd -fno-tree-ch
run 3 1 -O2 -ftree-loop-distribution -floop-interchange -floop-unroll-and-jam -fpredictive-commoning -mavx2 -ftree-vectorize
run 3 1 -O3 -fsplit-loops -fmodulo-sched -fno-ivopts
finish
