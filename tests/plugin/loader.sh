#!/bin/sh
# The loader is in every compiler what the implementation for it is, and where there is none it says so once and is out of
# the way. The fourth argument is the loader.
. "$(dirname "$0")/lib.sh"
loader=$4
identity=$(basename "$(dirname "$plugin")")
number=$(echo "$identity" | sed 's/^\([a-z]*\)-\([0-9]*\).*/\1 \2/')

compile() { # object, plugin, source, options...
  object=$1 file=$2 source=$3
  shift 3
  rm -f "$work/capture.json"
  "$(tool_for "$source")" -frandom-seed=x -O2 -g0 -fplugin="$file" \
    -fplugin-arg-osaca-driver="$here/fake_driver.sh" "$@" -c "$here/sources/$source" -o "$object"
}

one_note() { # file, what it must say
  [ "$(wc -l <"$1")" = 1 ] && grep -q "^note: osaca: $2" "$1" || fail "expected one note \"$2\", got: $(cat "$1")"
}

# Through the loader and without it: the same notes, the same capture, the same object.
for source in placement.c placement.cc plain.c; do
  [ -n "$(tool_for "$source")" ] || continue
  for option in -fplugin-arg-osaca-verbosity=2 -fplugin-arg-osaca-all -fplugin-arg-osaca-nonsense; do
    compile "$work/direct.o" "$plugin" "$source" $option 2>"$work/direct" || fail "$source: fails"
    mv "$work/capture.json" "$work/direct.json" 2>/dev/null || : >"$work/direct.json"
    compile "$work/loaded.o" "$loader" "$source" $option 2>"$work/loaded" || fail "$source: fails through the loader"
    [ -e "$work/capture.json" ] || : >"$work/capture.json"
    cmp "$work/direct" "$work/loaded" || fail "$source $option: other notes"
    cmp "$work/direct.json" "$work/capture.json" || fail "$source $option: another capture"
    cmp "$work/direct.o" "$work/loaded.o" || fail "$source $option: another object"
  done
done
grep -q 'osaca' "$work/direct" || fail "the last combination should have complained about an unknown argument"

# Links lead to it, wherever they are and whatever relative path they were given by.
mkdir -p "$work/links/deep"
ln -s "$loader" "$work/links/osaca.so"
ln -s ../osaca.so "$work/links/deep/osaca.so"
(cd "$work/links" && compile "$work/loaded.o" ./deep/osaca.so plain.c -fplugin-arg-osaca-all) 2>"$work/loaded"
compile "$work/direct.o" "$plugin" plain.c -fplugin-arg-osaca-all 2>"$work/direct"
cmp "$work/direct" "$work/loaded" || fail "through a link: other notes"

# Nothing for this compiler: one note, and all is as if no plugin had been named.
"$compiler" -w -frandom-seed=x -O2 -g0 -c "$here/sources/placement.c" -o "$work/without.o"
mkdir -p "$work/alone/clang-1" "$work/alone/gcc-1-m68k" "$work/alone/docs"
cp "$loader" "$work/alone/osaca.so"
compile "$work/o.o" "$work/alone/osaca.so" placement.c -w 2>"$work/err" || fail "no implementation: fails"
one_note "$work/err" "there is no plugin for $number.*: none$"
cmp "$work/o.o" "$work/without.o" || fail "no implementation: the object differs"
touch "$work/alone/clang-1/osaca.so" "$work/alone/gcc-1-m68k/osaca.so"
compile "$work/o.o" "$work/alone/osaca.so" placement.c -w 2>"$work/err" || fail "other implementations: fails"
one_note "$work/err" "there is no plugin for $number.*: clang-1, gcc-1-m68k$"

# Something that is none, or that belongs to another compiler, under this compiler's name.
mkdir -p "$work/alone/$identity"
echo "not a library" >"$work/alone/$identity/osaca.so"
compile "$work/o.o" "$work/alone/osaca.so" placement.c -w 2>"$work/err" || fail "a broken implementation: fails"
one_note "$work/err" "the plugin for $identity cannot be loaded into this compiler: "
for other in "$(dirname "$(dirname "$plugin")")"/*/osaca.so; do
  [ "$other" != "$plugin" ] || continue
  cp "$other" "$work/alone/$identity/osaca.so"
  compile "$work/o.o" "$work/alone/osaca.so" placement.c -w 2>"$work/err" || fail "$other as $identity: fails"
  one_note "$work/err" "th.* plugin "
  cmp "$work/o.o" "$work/without.o" || fail "$other as $identity: the object differs"
done

# In a program that is no compiler it does nothing.
said=$(LD_PRELOAD=$loader "$(command -v echo)" hello 2>&1)
[ "$said" = hello ] || fail "in another program: $said"
finish
