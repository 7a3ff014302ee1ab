#!/bin/sh
# wrong_compiler.sh PLUGINS IDENTITY COMPILER SOURCE: compiles the source with each plugin in the folder PLUGINS but the
# compiler's own, PLUGINS/IDENTITY/osaca.so. The results are described in wrong_compiler.c.
plugins=$1 own=$2 compiler=$3 source=$4

fail() {
  echo "$own with the plugin of $identity: $*"
  exit 1
}

"$compiler" -O2 -c "$source" -o without.o || exit 1
for plugin in "$plugins"/*/osaca.so; do
  identity=$(basename "$(dirname "$plugin")")
  [ "$identity" != "$own" ] || continue
  status=0
  "$compiler" -O2 -fplugin="$plugin" -fplugin-arg-osaca-all -c "$source" -o with.o 2>errors || status=$?
  echo "$own with the plugin of $identity: exit status $status: $(cat errors)"
  [ "$(wc -l <errors)" = 1 ] || fail "not one message"
  if [ "${identity%%-*}" = "${own%%-*}" ] && ! grep -q "undefined symbol" errors; then
    [ $status = 0 ] || fail "exit status $status"
    grep -q "^note: osaca: this plugin was built for " errors || fail "the message is not a note"
    cmp with.o without.o || fail "the object differs"
  else
    [ $status = 1 ] || fail "exit status $status"
    grep -q "error: .*\(cannot\|unable to\) load plugin" errors || fail "the compiler does not refuse it"
  fi
done
