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

finish() {
  [ "$failures" -eq 0 ] && echo "all as expected"
  exit $((failures > 0))
}
