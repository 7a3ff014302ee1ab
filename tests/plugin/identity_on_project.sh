#!/bin/sh
# Rebuilds every C and C++ file below a folder with and without the plugin and compares the objects byte for byte.
#
#   identity_on_project.sh COMPILER PLUGIN DRIVER SOURCE_FOLDER [OPTION SETS...]
#
# COMPILER builds C files; for C++ its name with g++ in place of gcc. Each option set is one quoted argument. The
# plugin runs with `all`, so every innermost loop is annotated and the capture is exercised in each function. Files
# that do not compile by themselves are left out and counted. Include paths: $INCLUDES (default: every folder in it).
#
# With EMBED=1 the plugin embeds its reports: then everything but the section .osaca has to be the same.
set -u
compiler=$1
plugin=$2
driver=$3
sources=$4
shift 4
if [ $# -eq 0 ]; then
  set -- "-O0" "-O1" "-O2" "-O3" "-O0 -g" "-O2 -g" "-O3 -g" "-O2 -pipe" "-O2 -flto" "-O2 -flto -g -ffat-lto-objects" \
    "-O2 -save-temps=obj" "-O3 -march=native -g -pipe"
fi
cxx=$(printf %s "$compiler" | sed 's/gcc\(-[0-9]*\)\{0,1\}$/g++\1/; s/clang\(-[0-9]*\)\{0,1\}$/clang++\1/')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
includes=${INCLUDES:-$(find "$sources" -name '*.h' -o -name '*.hpp' | sed 's,/[^/]*$,,' | sort -u | sed 's/^/-I/')}
find "$sources" \( -name '*.c' -o -name '*.cc' -o -name '*.cpp' -o -name '*.cxx' \) | sort >"$work/files"

compile() { # object, compiler, file, options...
  object=$1; tool=$2; file=$3
  shift 3
  # LTO sections carry a random suffix: -frandom-seed fixes it.
  "$tool" $includes -w -frandom-seed=osaca "$@" -c "$file" -o "$object" 2>"$work/errors"
}

embed=${EMBED:+-fplugin-arg-osaca-embed}
objcopy=${OBJCOPY:-objcopy}

is_same() { # object without, object with
  cmp -s "$1" "$2" && return
  [ -n "$embed" ] && "$objcopy" "$1" "$work/copied.o" && "$objcopy" -R .osaca "$2" "$work/rest.o" &&
    cmp -s "$work/copied.o" "$work/rest.o"
}

failed=0
for options in "$@"; do
  embedded=0
  same=0; different=0; skipped=0; broken=0; lines=0
  while read -r file; do
    case $file in *.c) tool=$compiler ;; *) tool=$cxx ;; esac
    mkdir -p "$work/o"
    object=$work/o/unit.o # the same name: it gets into -save-temps names and debug information
    if ! compile "$object" "$tool" "$file" $options; then
      skipped=$((skipped + 1))
      continue
    fi
    mv "$object" "$work/without.o"
    if ! compile "$object" "$tool" "$file" $options -fplugin="$plugin" -fplugin-arg-osaca-all $embed \
      -fplugin-arg-osaca-driver="$driver"; then
      broken=$((broken + 1))
      echo "BROKEN $file ($options): $(head -1 "$work/errors")"
    elif is_same "$work/without.o" "$object"; then
      same=$((same + 1))
      if [ -n "$embed" ]; then
        "$objcopy" --dump-section .osaca="$work/section" "$object" "$work/copied.o" 2>/dev/null &&
          embedded=$((embedded + 1))
      fi
      lines=$((lines + $(wc -l <"$file")))
    else
      different=$((different + 1))
      echo "DIFFERENT $file ($options)"
    fi
    rm -rf "$work/o"
  done <"$work/files"
  echo "$compiler $options: $same identical ($lines lines), $different different, $broken broken, $skipped do not compile alone"
  failed=$((failed + different + broken))
  [ -z "$embed" ] || echo "  a report is embedded in $embedded of them"
done
[ "$failed" -eq 0 ]
