#!/bin/sh
# through_loader.sh PLUGIN LOADER DRIVER COMPILER ARGUMENT...: compiles once with the plugin itself and once with the
# loader. The messages, the capture and the object have to be the same; they are kept in ./direct and ./loaded.
plugin=$1 loader=$2 driver=$3 compiler=$4
shift 4

compile() { # folder for the results, plugin, arguments...
  results=$1 file=$2
  shift 2
  rm -rf "$results"
  mkdir "$results"
  OSACA_FAKE_OUT=$PWD/$results "$compiler" -fplugin="$file" -fplugin-arg-osaca-driver="$driver" \
    -frandom-seed=x -O2 -g0 "$@" -o "$results/object.o" 2>"$results/messages" || { cat "$results/messages"; exit 1; }
  rm -f "$results/calls" # each names its process
}

compile direct "$plugin" "$@"
compile loaded "$loader" "$@"
diff -r direct loaded
