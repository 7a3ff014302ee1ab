#!/bin/sh
# leave_out.sh IDENTITY OUTPUT [INPUT...] -- COMMAND...
# Runs the command that makes a part of a plugin. If it fails, this one plugin is left out: its OUTPUT does not come to be, which
# is said, and the build goes on. Where an INPUT is missing, it was left out before.
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
echo "osaca: no plugin for $identity: it cannot be built here (see above); everything else is not concerned" >&2
