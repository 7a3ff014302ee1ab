#!/bin/sh
# embedded_section.sh COMPILER PLUGIN DRIVER CORE FILE OPTIONS...: compiles FILE without the plugin, with the plugin's
# `embed`, and with `embed` and `all`. Checks that
# - the object has one section .osaca, which a linker leaves out, and all its other sections are unchanged
# - the linked program is unchanged, for each linker that is installed
# - the report in the object is the one that `report=` writes
# Prints "compared", and "linked with" for each linker; nothing if the compiler does not know an option.
compiler=$1 plugin=$2 driver=$3 core=$4 file=$5
shift 5
objcopy=$("$compiler" -print-prog-name=objcopy)
readelf=$("$compiler" -print-prog-name=readelf)

fail() {
  echo "$file $options: $*" >&2
  exit 1
}
link() { # object, options...: undefined symbols may stay undefined
  "$compiler" -nostdlib -static -Wl,--unresolved-symbols=ignore-all,--build-id=sha1,-e,0 "$@" -o program \
    2>linker_messages
}

rm -rf objects
mkdir objects
cp "$file" objects
file=$(basename "$file")
options="$*"
(cd objects && "$compiler" -w -frandom-seed=x "$@" -c "$file" -o o.o) 2>messages || exit 0
mv objects/o.o without.o
for argument in "" -fplugin-arg-osaca-all; do
  (cd objects && "$compiler" -w -frandom-seed=x "$@" -fplugin="$plugin" -fplugin-arg-osaca-driver="$driver" \
    -fplugin-arg-osaca-arch="$core" -fplugin-arg-osaca-embed $argument -fplugin-arg-osaca-report=../report.json \
    -c "$file" -o o.o) 2>messages || fail "does not compile with the plugin: $(head -1 messages)"

  [ "$("$readelf" -SW objects/o.o | grep -c '\.osaca *PROGBITS .* 00  *E  *0  *0  *1$')" = 1 ] ||
    fail "not one section, or other flags"
  "$objcopy" -R .osaca objects/o.o rest.o
  "$objcopy" without.o copied.o
  cmp rest.o copied.o || fail "another section differs"

  # Where the assembler makes a symbol for each section, linking the intermediate code of a fat object with -g leaves an
  # unnamed symbol of our section in the program.
  strip=
  case $("$compiler" -dumpmachine),$options in
  x86_64*) ;;
  *-flto*) strip=-Wl,-s,--build-id=none ;;
  esac
  # The objects have the same name: linkers write names into symbol tables and the input of the build-id.
  for linker in "" -fuse-ld=gold -fuse-ld=lld; do
    cp without.o linked.o
    # shellcheck disable=SC2086
    link linked.o $linker $strip || continue
    mv program program.without
    cp objects/o.o linked.o
    # shellcheck disable=SC2086
    link linked.o $linker $strip || fail "does not link with $linker"
    cmp program program.without || fail "$linker: the linked program differs"
    echo "linked with ${linker:-the default linker}"
  done

  # The reports differ only in the name of the file that holds them.
  (cd objects && "$driver" report --format json ../report.json | grep -v '"../report.json"') >shown
  (cd objects && "$driver" report --format json o.o | grep -v '"o.o"') >embedded
  cmp shown embedded || fail "the report in the object differs from that in the file"
done
echo compared
