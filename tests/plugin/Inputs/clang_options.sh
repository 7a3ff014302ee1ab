#!/bin/sh
# clang_options.sh PLUGIN DRIVER SOURCE COMPILER LOOPS OPTION...: compiles the source without and with the plugin. The
# files that are written, standard output, and the compiler's own messages have to be the same. LOOPS is the number of
# loops to be found, or `any`.
here=$(dirname "$0")
plugin=$1 driver=$2 source=$3 compiler=$4 loops=$5
shift 5
name=$(basename "$source")
OSACA_FAKE_OUT=$PWD
export OSACA_FAKE_OUT

fail() {
  echo "$*"
  cat messages
  exit 1
}

# Compiles in an empty folder that always has the same name, because names get into objects.
run() { # folder that keeps the results, command...
  kept=$1
  shift
  rm -rf d "$kept"
  mkdir d
  cp "$source" d
  (cd d && "$@" "$name") >output 2>messages
  status=$?
  mv d "$kept"
  mv output "$kept/standard_output"
  # The compiler's own messages, without the lines of source and the counts of messages.
  grep -E '(warning|error|note|remark): ' messages | grep -v 'osaca:' | sed 's/0x[0-9a-f]*//g' >"$kept/own_messages"
  return $status
}

rm -f capture.json
run plain "$compiler" -Wno-unknown-pragmas "$@" || { echo "left out: $*"; exit 0; }
run plugin "$compiler" -fplugin="$plugin" -fplugin-arg-osaca-driver="$driver" -Wno-unknown-pragmas "$@" ||
  fail "$*: the compile fails"
diff -r plain plugin || fail "$*: what is written differs"
if [ "$loops" != any ]; then
  found=$(python3 "$here/../show_capture.py" annotations | grep -c ' found')
  [ "$found" = "$loops" ] || fail "$*: $found loops found instead of $loops"
fi
