#!/bin/sh
# hostile.sh PLUGIN DRIVER FILE COMPILER OPTIONS...: compiles FILE without and with the plugin; the compile with the
# plugin has limits of time and memory. Both must succeed and write the same object. The messages are in ./messages.
# $PLUGIN_OPTION is a further option of the plugin.
plugin=$1 driver=$2 file=$3
shift 3
"$@" -c "$file" -o without.o 2>messages || { head -c 500 messages >&2; exit 1; }
rm -f with.o
(
  # shellcheck disable=SC3045 # all shells of Linux have it
  ulimit -v 6000000
  timeout 120 "$@" -c "$file" -o with.o -fplugin="$plugin" -fplugin-arg-osaca-driver="$driver" \
    -fplugin-arg-osaca-arch=zen4 ${PLUGIN_OPTION:+"$PLUGIN_OPTION"} >messages 2>&1 </dev/null
) || { head -c 1000 messages >&2; exit 1; }
cmp without.o with.o
