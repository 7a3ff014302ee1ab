#!/bin/sh
# With `embed` the report lies in a section of its own, all other sections and what is linked are what they were without,
# and `osaca report` finds it wherever the object goes. The fourth argument is the real driver.
. "$(dirname "$0")/lib.sh"
osaca=$4
objcopy=$("$compiler" -print-prog-name=objcopy)
readelf=$("$compiler" -print-prog-name=readelf)
ld=$("$compiler" -print-prog-name=ld)
ar=$("$compiler" -print-prog-name=ar)
case $("$compiler" -dumpmachine) in x86_64*) arch=zen4 ;; aarch64*) arch=v2 ;; *) arch=sifive-p670 ;; esac

embedding() { # tool, options...
  tool=$1
  shift
  "$tool" -fplugin="$plugin" -fplugin-arg-osaca-driver="$osaca" -fplugin-arg-osaca-arch=$arch \
    -fplugin-arg-osaca-embed "$@"
}

link() { # object, program, options: every undefined symbol may stay so
  object=$1 program=$2
  shift 2
  "$compiler" -nostdlib -static -Wl,--unresolved-symbols=ignore-all,--build-id=sha1,-e,0 "$@" "$object" -o "$program" \
    2>"$work/ld"
}

check_section() { # object
  [ "$("$readelf" -SW "$1" | grep -c '\.osaca *PROGBITS .* 00  *E  *0  *0  *1$')" = 1 ] ||
    fail "$*: not one section, or other flags"
}

try() { # source, options...
  source=$1
  shift
  tool=$(tool_for "$source")
  [ -n "$tool" ] || return 0
  rm -rf "$work/d"
  mkdir -p "$work/d"
  (cd "$work/d" && cp "$here/sources/$source" . && "$tool" -w -frandom-seed=x "$@" -c "$source" -o o.o) 2>"$work/err" ||
    { echo "left out: $source $*"; return 0; }
  mv "$work/d/o.o" "$work/without.o"
  (cd "$work/d" && embedding "$tool" -w -frandom-seed=x "$@" -fplugin-arg-osaca-report="$work/r.json" -c "$source" -o o.o) \
    2>"$work/err" || fail "$source $*: $(head -1 "$work/err")"
  check_section "$work/d/o.o" "$source" "$@"
  "$objcopy" -R .osaca "$work/d/o.o" "$work/rest.o"
  "$objcopy" "$work/without.o" "$work/copied.o"
  cmp "$work/rest.o" "$work/copied.o" || fail "$source $*: another section differs"
  # Where the assembler makes a symbol for each section, linking the intermediate code of a fat object with -g leaves a
  # nameless one behind for ours.
  case $("$compiler" -dumpmachine),$* in x86_64*) strip= ;; *-flto*) strip=-Wl,-s,--build-id=none ;; *) strip= ;; esac
  for linker in "" -fuse-ld=gold -fuse-ld=lld; do
    link "$work/without.o" "$work/program" $linker $strip || continue
    mv "$work/program" "$work/program.without"
    # The same name: linkers note what they were given in the build-id's input, symbol tables, and so on.
    mv "$work/without.o" "$work/kept.o" && cp "$work/d/o.o" "$work/without.o"
    link "$work/without.o" "$work/program" $linker $strip || fail "$source $*: does not link with $linker"
    mv "$work/kept.o" "$work/without.o"
    cmp "$work/program" "$work/program.without" || fail "$source $* $linker: the linked program differs"
    linked="$linked $linker-"
  done
  # Up to the name of what holds it.
  (cd "$work/d" && "$osaca" report --format json ../r.json | grep -v '"../r.json"') >"$work/shown"
  (cd "$work/d" && "$osaca" report --format json o.o | grep -v '"o.o"') >"$work/reported"
  cmp "$work/shown" "$work/reported" || fail "$source $*: the report in the object is not that in the file"
  tried=$((tried + 1))
}

tried=0
linked=
for source in placement.c placement.cc vanish.c; do
  for options in "-O0" "-O1" "-O2" "-O3" "-O0 -g" "-O3 -g3 -pipe" "-O2 -g -ffunction-sections -save-temps=obj" \
    "-O2 -flto -ffat-lto-objects -g" "-O3 -fopenmp"; do
    # Where Clang cannot let the report travel along: docs/use/compilers.md.
    case $said:$options in remark:*-flto* | remark:*-save-temps*) continue ;; esac
    is_turn || continue
    try $source $options
  done
done
least=$([ "${OSACA_SHIFT:-night}" = gate ] && echo 3 || echo 9)
[ $tried -ge $least ] || fail "only $tried combinations could be tried"
case $linked in *" -"*) ;; *) fail "nothing could be linked" ;; esac

# Assembly, also into a pipe; nothing where there is no code yet.
embedding "$compiler" -O2 -S -o - "$here/sources/placement.c" 2>/dev/null | grep -q '\.section.\.osaca,"e",@progbits' ||
  fail "-S -o -: no section"
embedding "$compiler" -O2 -flto -c "$here/sources/placement.c" -o "$work/o.o" 2>"$work/err" || fail "-flto fails"
"$readelf" -SW "$work/o.o" | grep -q '\.osaca' && fail "-flto: a section without code"

# Without a pragma: the same object, and no driver is started.
"$compiler" -O2 -g -c "$here/sources/plain.c" -o "$work/o.o" && mv "$work/o.o" "$work/without.o"
rm -f "$work/calls"
with_plugin "$compiler" -fplugin-arg-osaca-embed -O2 -g -c "$here/sources/plain.c" -o "$work/o.o" 2>"$work/err"
[ ! -s "$work/err" ] || fail "output without a pragma"
[ ! -e "$work/calls" ] || fail "a process was started without a pragma"
cmp "$work/o.o" "$work/without.o" || fail "without a pragma the object differs"

# A driver that fails, or that has no report to send: one note, and the object without the section.
"$compiler" -O2 -c "$here/sources/vanish.c" -o "$work/o.o" && mv "$work/o.o" "$work/without.o"
for how in fail cut nothing embed_cut embed_lie embed_none; do
  OSACA_FAKE=$how with_plugin "$compiler" -fplugin-arg-osaca-embed -O2 -c "$here/sources/vanish.c" -o "$work/o.o" \
    2>"$work/err" || fail "$how: the compile fails"
  cmp "$work/o.o" "$work/without.o" || fail "$how: the object differs"
  case $how in
  embed_*) text="$said: osaca: .*sent no report to embed" ;;
  *) text="$said: osaca: this unit is not analysed" ;;
  esac
  [ "$(grep -c "$text" "$work/err")" = 1 ] || fail "$how: not one note: $(cat "$work/err")"
done
grep -q -- '--embed' "$work/calls" || fail "the driver is not told to send the report"

# Copies, partial links and archives of any kind still hold it; a program does not.
unit() { # name: a unit with one loop in a function of that name
  printf 'void %s(double *a, int n) {\n#pragma osaca analyze\n  for (int i = 0; i < n; ++i) a[i] *= 2;\n}\n' "$1" >"$1.c"
  embedding "$compiler" -O1 -c "$1.c" -o "$1.o" 2>/dev/null || fail "$1.c"
}
functions() { "$osaca" report --format json "$@" 2>"$work/err" | sed -n 's/^   "function": "\(.*\)",$/\1/p' | sort -u | tr '\n' ' '; }
holds() { # what, expected functions, paths...
  what=$1 expected=$2
  shift 2
  got=$(functions "$@")
  [ "$got" = "$expected" ] || fail "$what: found '$got', not '$expected': $(cat "$work/err")"
}
mkdir "$work/m" "$work/m/sub" && cd "$work/m" || exit 1
unit first && unit second && unit a_function_whose_name_is_long
long=a_function_whose_name_is_long
"$ld" -r first.o second.o -o partial.o || fail "ld -r"
holds "ld -r" "first second " partial.o
"$ar" rcs plain.a first.o $long.o second.o
holds "an archive" "$long first second " plain.a
(cd sub && "$ar" rcsT thin.a ../first.o ../$long.o) 2>/dev/null
holds "a thin archive" "$long first " sub/thin.a
(cd sub && "$ar" rcsT nested.a ../plain.a ../second.o) 2>/dev/null
holds "a thin archive of an archive" "$long first second " sub/nested.a
cp first.o sub/copy.o && echo nonsense >sub/readme.txt
holds "a folder" "$long first second " .
[ "$("$osaca" report . --format diagnostics | grep -c ' cycles per iteration')" = 3 ] || fail "a report is shown twice"
link plain.a program -Wl,--whole-archive && "$osaca" report program >"$work/out" 2>"$work/err" && fail "a program has a report"
grep -q 'no report is embedded in the input: compile with -fplugin=osaca.so -fplugin-arg-osaca-embed' "$work/err" ||
  fail "no word on how to get a report: $(cat "$work/err")"

# A target without an annotated loop has a baseline, too; a report that is missing is not taken for one.
echo 'int none;' >none.c
"$compiler" -c none.c -o none.o || fail "a unit without loops"
"$osaca" report --baseline empty.json --update-baseline none.o >"$work/out" 2>"$work/err" || fail "no empty baseline: $(cat "$work/err")"
"$osaca" report --baseline empty.json none.o >"$work/out" 2>"$work/err" || fail "no loops are not those of an empty baseline: $(cat "$work/err")"
"$osaca" report --baseline one.json --update-baseline first.o >"$work/out" 2>"$work/err" || fail "no baseline: $(cat "$work/err")"
"$osaca" report --baseline one.json none.o >"$work/out" 2>"$work/err" && fail "a missing report passes"
grep -q 'one.json has 1 loop, but no report' "$work/err" || fail "a missing report: $(cat "$work/err")"
"$osaca" report --baseline one.json --update-baseline none.o >"$work/out" 2>"$work/err" || fail "the last loop stays: $(cat "$work/err")"
"$osaca" report --baseline one.json none.o >"$work/out" 2>"$work/err" || fail "the last loop is still asked for: $(cat "$work/err")"
# What is no baseline is not replaced by one, and an object not by a report.
echo 'notes of somebody' >notes.txt
"$osaca" report --baseline notes.txt --update-baseline first.o >"$work/out" 2>"$work/err" && fail "replaced what is no baseline"
grep -q 'notes of somebody' notes.txt || fail "lost what is no baseline"
cp first.o kept.o
"$osaca" report -o first.o first.o >"$work/out" 2>"$work/err" && fail "an output replaced an input"
cmp first.o kept.o || fail "an object is lost"
# Settings that are there and cannot be read hold a gate up, and no build.
for what in link folder pipe; do
  mkdir "settings-$what"
  case $what in
  link) ln -s nowhere "settings-$what/.osaca.yml" ;;
  folder) mkdir "settings-$what/.osaca.yml" ;;
  pipe) mkfifo "settings-$what/.osaca.yml" ;;
  esac
  (cd "settings-$what" && timeout 60 "$osaca" report ../first.o) >"$work/out" 2>"$work/err" && fail "settings that are a $what are not missed"
  grep -q '.osaca.yml: these settings cannot be read' "$work/err" || fail "settings that are a $what: $(cat "$work/err")"
  cp first.c "settings-$what/" && (cd "settings-$what" && embedding "$compiler" -O2 -c first.c -o first.o) >"$work/out" 2>&1 ||
    fail "settings that are a $what break a build: $(cat "$work/out")"
done
# A command that compiles and links deletes the object, and the report with it: that is said, unless the report is in a file, too.
said_is_lost() { # options...
  (embedding "$compiler" -O2 -fPIC -nostdlib "$@") >"$work/out" 2>&1 || fail "$*: $(cat "$work/out")"
  grep -c 'the report on first.c is not kept, because its object file is deleted after linking; compile with -c, or name a file with report=' "$work/out"
}
[ "$(said_is_lost -shared first.c -o first.so)" = 1 ] || fail "nothing is said of a lost report: $(cat "$work/out")"
[ "$(said_is_lost -c first.c -o first.o)" = 0 ] || fail "a report that is kept is called lost: $(cat "$work/out")"
[ "$(said_is_lost -fplugin-arg-osaca-report=first.json -shared first.c -o first.so)" = 0 ] || fail "a report in a file is called lost"
finish
