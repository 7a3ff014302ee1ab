#!/bin/sh
# Whatever the compiler is asked to write (object, assembly, debug information beside the object, coverage, remarks, stack
# usage, dependencies), it writes the same bytes with the plugin, and says the same but for what the plugin says.
. "$(dirname "$0")/lib.sh"

# Everything that happens in an empty folder of always the same name: names get into objects.
run() { # keep results in..., command...
  kept=$work/$1
  shift
  rm -rf "$work/d" "$kept"
  mkdir "$work/d"
  cp "$here/sources/options.c" "$work/d"
  (cd "$work/d" && "$@") >"$work/out" 2>"$work/err"
  status=$?
  mv "$work/d" "$kept"
  mv "$work/out" "$kept/standard_output"
  return $status
}

# The compiler's own words: without the plugin's, their lines of source, and the counts that include them.
own_words() {
  grep -E '(warning|error|note|remark): ' "$work/err" | grep -v 'osaca' | sed 's/0x[0-9a-f]*//g'
}

try() { # options...
  run plain "$compiler" -Wno-unknown-pragmas "$@" options.c || { echo "left out: $*"; return 0; }
  own_words >"$work/words"
  run plugin with_plugin "$compiler" -Wno-unknown-pragmas "$@" options.c || { fail "$*: $(head -3 "$work/err")"; return 0; }
  diff -r "$work/plain" "$work/plugin" || fail "$*: what is written differs"
  own_words | cmp -s - "$work/words" || fail "$*: the compiler says something else: $(own_words | diff "$work/words" -)"
}

finds() { # loops, options...: as before, and the analysis is not given up
  loops=$1
  shift
  rm -f "$work/capture.json"
  try "$@"
  found=$(annotations 2>/dev/null | grep -c ' found')
  [ "$found" = "$loops" ] || fail "$*: $found loops found instead of $loops"
}

while read -r options; do
  finds 3 -c $options
done <<OPTIONS
-O2 -g -gsplit-dwarf
-O1 -g3 -gdwarf-4 -ffile-prefix-map=/=/elsewhere/
-O2 --coverage
-O2 -fprofile-instr-generate -fcoverage-mapping
-O2 -fprofile-generate
-O2 -fstack-usage
-O2 -fsave-optimization-record -g
-O2 -MD -MF options.d
-O2 -Rpass=.* -Rpass-missed=inline
-O2 -fsanitize=address
-O1 -fsanitize=thread
-O2 -fsanitize-coverage=trace-pc-guard
-O2 -ffunction-sections -fdata-sections -fvisibility=hidden
-O2 -mcmodel=large -fPIC
-O2 -masm=intel
-O2 -mretpoline -fcf-protection -fstack-protector-strong
-O2 -fxray-instrument -fxray-instruction-threshold=1
-O2 -save-temps
-O2 -no-integrated-as -g
-O2 -finstrument-functions
-Os -Wframe-larger-than=1
OPTIONS
finds 3 -O2 -S -fverbose-asm
finds 3 -O2 -g -fPIE -pie

# Clang 14 to 16 have a copy of the options before the plugin can take its own out of them.
case $("$compiler" --version) in
*"version 1"[456].*) ;;
*) for options in -frecord-command-line "-g -grecord-command-line"; do finds 3 -c -O2 $options; done ;;
esac

# Where instrumentation or placement leaves loops that cannot be found, the rest holds all the same.
for options in "-O1 -fsanitize=address,undefined" "-O2 -fsanitize=memory" "-O2 -fbasic-block-sections=all"; do
  try -c $options
done

# What has no machine code is what it was.
for options in "-O2 -c -flto=thin" "-O2 -c -emit-llvm" "-O2 -S -emit-llvm" "-E" "-E -frewrite-includes" "-M" "-fsyntax-only"; do
  try $options
done
finish
