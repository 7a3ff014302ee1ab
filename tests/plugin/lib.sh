# Helpers of the plugin's tests. Arguments of every test: COMPILER PLUGIN [C++ COMPILER].
compiler=$1
plugin=$2
cxx=${3:-}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
OSACA_FAKE_OUT=$work
export OSACA_FAKE_OUT
failures=0
# Which kind of compiler it is, and what word it puts before what the plugin says.
case $("$compiler" --version) in
*clang*) family=clang said=remark ;;
*) family=gcc said=note ;;
esac

fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}

# Whether this set of options is tried: in the gate every third is.
turns=0
is_turn() {
  turns=$((turns + 1))
  [ "${OSACA_SHIFT:-night}" != gate ] || [ $((turns % 3)) = 1 ]
}

# The compiler for a source file: C++ files are left out if there is no C++ compiler.
tool_for() {
  case $1 in *.cc) echo "$cxx" ;; *) echo "$compiler" ;; esac
}

# Whether the compiler takes Fortran as well: GCC does if its package for that is installed.
has_fortran() { [ $family = gcc ] && [ "$("$compiler" -print-prog-name=f951)" != f951 ]; }

with_plugin() { # tool, options...
  tool=$1
  shift
  "$tool" -fplugin="$plugin" -fplugin-arg-osaca-driver="$here/fake_driver.sh" "$@"
}

# The capture's annotations, one a line: LINE STATUS REASON. The capture is one line of JSON whose order is fixed.
annotations() {
  echo >>"$work/capture.json"
  sed 's/.*"locations":\[\(.*\)\],"annotations":.*/\1/; s/},{/}\n{/g' "$work/capture.json" |
    sed 's/.*"line":\([0-9]*\).*/\1/' >"$work/lines"
  sed 's/.*"annotations":\[\(.*\)\],"functions":.*/\1/; s/},{/}\n{/g' "$work/capture.json" |
    sed 's/.*"location":\([0-9]*\),.*"status":"\([a-z_]*\)","reason":"\(.*\)"}$/\1 \2 \3/' |
    while read -r index status reason; do
      echo "$(sed -n "$((index + 1))p" "$work/lines") $status $reason"
    done
}

# The captured functions, one a line, without the numbers that count functions or places of the unit.
code() {
  sed 's/.*"functions"://; s/{"name":/\n&/g' "$work/capture.json" | sed '
    s/\(BB\|CPI\|JTI\|func_begin\|func_end\|tmp\|GCC_except_table\|exception\|cst_begin\|cst_end\|ttbase\|ttbaseref\)[0-9][0-9]*/\1/g
    s/\.str\.[0-9]*/.str/g
    s/\(Lswitch\.table\.[A-Za-z_][A-Za-z0-9_]*\)\.[0-9]*/\1/g
    s/\(\[[0-9]*,[0-9]*\),-\{0,1\}[0-9]*\]/\1]/g
    s/"location":[0-9]*,//g
    s/   */ /g' | grep '^{"name"' | sort
}

finish() {
  [ "$failures" -eq 0 ] && echo "all as expected"
  exit $((failures > 0))
}
