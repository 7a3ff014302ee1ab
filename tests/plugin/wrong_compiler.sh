#!/bin/sh
# The implementation for one compiler, given by its path to another: no crash, one message. Between versions of one
# compiler it is a note, and the compile goes on, unless this version has not all that the file needs of a compiler: then, and always
# between GCC and Clang, the compiler itself refuses it.
. "$(dirname "$0")/lib.sh"
root=$(dirname "$(dirname "$plugin")")
own=$(basename "$(dirname "$plugin")")

"$compiler" -O2 -c "$here/sources/plain.c" -o "$work/without.o"
for other in "$root"/*/osaca.so; do
  identity=$(basename "$(dirname "$other")")
  [ "$identity" != "$own" ] || continue
  status=0
  "$compiler" -O2 -fplugin="$other" -fplugin-arg-osaca-all -c "$here/sources/plain.c" -o "$work/o.o" 2>"$work/err" || status=$?
  echo "$own <- $identity: $status: $(cat "$work/err")"
  [ "$(wc -l <"$work/err")" = 1 ] || fail "$identity: not one message"
  if [ "${identity%%-*}" = "${own%%-*}" ] && ! grep -q "undefined symbol" "$work/err"; then
    [ $status = 0 ] || fail "$identity: the compile fails"
    grep -q "^note: osaca: this plugin was built for " "$work/err" || fail "$identity: not a note"
    cmp "$work/o.o" "$work/without.o" || fail "$identity: the object differs"
  else
    [ $status = 1 ] || fail "$identity: status $status"
    grep -q "error: .*\(cannot\|unable to\) load plugin" "$work/err" || fail "$identity: not refused"
  fi
done
finish
