#!/bin/sh
# observed.sh SOURCE COMMAND...: compiles with the command and the argument all, again with embed, and a third time with
# whole_unit, which always generates the unit a second time. The annotations, and the facts about the loops, have to be
# the same.
# Line numbers in the text of functions may differ, because only the second run writes directives for unwinding.
here=$(dirname "$0")
source=$1
shift

fail() {
  echo "$source, $*"
  exit 1
}

for mode in observed embedded whole; do
  rm -f capture.json
  option=
  case $mode in
  embedded) option=-fplugin-arg-osaca-embed ;;
  whole) option=-fplugin-arg-osaca-whole_unit ;;
  esac
  "$@" -fplugin-arg-osaca-all $option -c "$source" -o $mode.o 2>messages || fail "$*: $(cat messages)"
  for form in annotations loops; do
    python3 "$here/../show_capture.py" $form >facts || fail "$*: nothing was captured"
    sed 's/header_line=[0-9]*//' facts | sort >$mode.$form
  done
done
test -s observed.loops || fail "$*: no loops"
# The driver of this test sends no report to embed, and the section says so. Everything else has to be the same.
objcopy=$("$@" -print-prog-name=objcopy)
"$objcopy" -R .osaca embedded.o && "$objcopy" whole.o copied.o || fail "$*: the section cannot be removed"
cmp embedded.o copied.o || fail "$*, embedded: the objects differ"
cmp observed.o whole.o || fail "$*, observed: the objects differ"
for mode in observed embedded; do
  for form in annotations loops; do
    diff $mode.$form whole.$form || fail "$*, $mode: the $form differ"
  done
done
