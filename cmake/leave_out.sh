#!/bin/sh
# leave_out.sh IDENTITY OUTPUT [INPUT...] -- COMMAND...
# Runs a command that builds a part of a plugin. If the command fails, only this plugin is left out: its OUTPUT is not
# created, a message is printed, and the build continues. If an INPUT is missing, the plugin was left out before.
identity=$1
output=$2
shift 2
while [ "$1" != -- ]; do
  if [ ! -e "$1" ]; then
    rm -f "$output"
    exit 0
  fi
  shift
done
shift
"$@" && exit 0
rm -f "$output"
echo "osaca: no plugin for $identity: it cannot be built (see above); the build continues without it" >&2
