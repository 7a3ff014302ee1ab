#!/bin/sh
# identity.sh SOURCE PLUGIN DRIVER COMPILER OPTION...: compiles without the plugin, with it, and with its argument
# `all`. The objects have to be the same. Options that the compiler does not accept are left out.
here=$(dirname "$0")
source=$1 plugin=$2 driver=$3 compiler=$4
shift 4
. "$here/turn.sh"
is_turn || exit 0

# The names of the files and of the folder are always the same, because they get into the object.
rm -rf d
mkdir d
cp "$source" "$here/../sources/placement.inc" d
cd d || exit 1
name=$(basename "$source")
"$compiler" -w -frandom-seed=x "$@" -c "$name" -o o.o 2>../messages || { echo "left out: $name $*"; exit 0; }
mv o.o ../without.o
for argument in "" -fplugin-arg-osaca-all; do
  "$compiler" -fplugin="$plugin" -fplugin-arg-osaca-driver="$driver" -w -frandom-seed=x "$@" $argument \
    -c "$name" -o o.o 2>../messages || { echo "$name $* $argument: $(cat ../messages)"; exit 1; }
  cmp o.o ../without.o || { echo "$name $* $argument: the object differs"; exit 1; }
done
