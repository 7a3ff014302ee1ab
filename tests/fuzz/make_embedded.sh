#!/bin/sh
# make_embedded.sh OSACA CAPTURE OBJCOPY AR OBJECT OTHER_OBJECT: an object and archives with a report, in the current folder.
set -eu
osaca=$1 capture=$2 objcopy=$3 ar=$4 object=$5 other=$6
"$osaca" capture --arch skl --embed "$capture" >answer
# The answer ends with "embed N" and N bytes.
bytes=$(grep -a '^embed [0-9]*$' answer | head -n 1 | cut -d' ' -f2)
tail -c "$bytes" answer >record
"$objcopy" --add-section .osaca=record --set-section-flags .osaca=exclude "$object" embedded.o
cp "$other" a_member_with_a_long_name.o
rm -f embedded.a thin.a
"$ar" rcsD embedded.a embedded.o a_member_with_a_long_name.o
"$ar" rcsDT thin.a embedded.o a_member_with_a_long_name.o
