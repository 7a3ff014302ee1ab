#!/bin/sh
# whole_unit.sh SOURCE COMMAND...: compiles with the command, and a second time with the argument whole_unit. The
# annotations and the code in the captures have to be the same.
here=$(dirname "$0")
source=$1
shift
. "$here/turn.sh"
is_turn || exit 0

fail() {
  echo "$source, $*"
  exit 1
}

for mode in needed whole; do
  rm -f capture.json
  option=
  [ $mode = needed ] || option=-fplugin-arg-osaca-whole_unit
  "$@" $option -c "$source" -o o.o 2>messages || fail "$*: $(cat messages)"
  python3 "$here/../show_capture.py" annotations >$mode.annotations || fail "$*: nothing was captured"
  python3 "$here/../show_capture.py" code >$mode.code || fail "$*: nothing was captured"
done
diff needed.annotations whole.annotations || fail "$*: the annotations differ"
diff needed.code whole.code >differences || fail "$*: the code differs: $(grep '^[<>]' differences | cut -c1-100)"
