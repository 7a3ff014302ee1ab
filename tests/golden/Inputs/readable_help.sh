#!/bin/sh
# readable_help.sh COMMAND: the help of the command fits 100 columns, shows the usage, and ends with two or more
# examples.
osaca "$1" --help >help || exit 1
awk 'length > 100 { print "longer than 100 columns: " $0; failed = 1 } END { exit failed }' help || exit 1
grep '^Usage: osaca' help || exit 1
examples=$(sed -n '/^Examples:/,$p' help | grep -c osaca)
[ "$examples" -ge 2 ] || { echo "only $examples examples"; exit 1; }
