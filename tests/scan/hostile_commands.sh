# A scan writes nothing, whatever the compile commands ask for, and waits for nothing. Last argument: the program every_option.
. "$(dirname "$0")/lib.sh"
for every_option in $compilers; do :; done

export HOME="$work/home" TMPDIR="$work/tmp" XDG_CACHE_HOME="$work/home/cache"
notes=$work/notes # not looked at
mkdir -p "$HOME" "$TMPDIR" "$notes" out/folder
printf 'precious\n' >out/file
cat >victim.c <<'END_OF_SOURCE'
int victim(int n) { while (n > 9) n /= 2; return n; }
END_OF_SOURCE

# Names, kinds, sizes, times and bytes of all that there is.
state() { (cd "$work" && find . -path ./notes -prune -o -printf '%p %y %s %i %T@\n' -type f -exec cksum {} + | sort); }

# what: everything is as it was before, and the loop is listed
expect_untouched() {
  state | diff "$notes/state" - >"$notes/diff" || fail "$1 wrote: $(head -20 "$notes/diff")"
}

scan_with() { # the options of one command
  database "$1" victim.c
  state >"$notes/state"
  listing=$(timeout 60 "$scan" -p build 2>&1) || fail "the status of a scan with $1: $listing"
  case $listing in *victim.c:1:21*) ;; *) fail "no loop with $1: $listing" ;; esac
  expect_untouched "$1"
}

# Every option that is known to write, as a driver's and passed on to the compiler.
for option in '--serialize-diagnostics out/file' '-serialize-diagnostics out/file' '-MF out/file -MD' '-MMD -MFout/file' '-MJ out/file' '-MD' '-MM -MF out/file' \
  '-gen-cdb-fragment-path out/folder' '-save-stats' '-save-stats=obj' '-save-temps' '-save-temps=obj' '-ftime-trace' '-ftime-trace=out/file' \
  '-fproc-stat-report' '-fproc-stat-report=out/file' '-fcrash-diagnostics-dir=out/folder' '-fmodules -fmodules-cache-path=out/folder' '-fmodules' \
  '-index-store-path out/folder' '-fplugin=out/file' '-o out/file' '-S -o out/file' '-E -o out/file' '-emit-llvm -o out/file' '-emit-ast -o out/file' \
  '-fsave-optimization-record' '-foptimization-record-file=out/file' '-fprofile-generate=out/folder' '-fprofile-instr-generate=out/file' \
  '-fprofile-arcs -ftest-coverage' '-fdump-tree-all' '-fstack-usage' '-mllvm -info-output-file=out/file -mllvm -stats' '-mllvm -print-before-all' '--config out/file' \
  '--config=out/file' '-fmodule-output=out/file' '-dumpdir out/folder/' '-emit-symbol-graph --symbol-graph-dir=out/folder' '--analyze -o out/file' \
  '-Wp,-MD,out/file' '-Wp,-MMD,out/file' '-Xpreprocessor -MD -Xpreprocessor out/file' '-Xassembler -o -Xassembler out/file' '-Wa,-adhln=out/file' \
  '-ccc-print-phases' '-###' '-v' '-H' '-fdump-record-layouts' '-print-search-dirs' '--version' '-gsplit-dwarf' '-fdiagnostics-log-file out/file' '-frandom-option'; do
  scan_with "$option"
done
for option in '-serialize-diagnostic-file out/file' '-stats-file=out/file' '-dependency-file out/file -MT x' '-dependency-dot out/file' '-module-dependency-dir out/folder' \
  '-header-include-file out/file -H' '-diagnostic-log-file out/file' '-o out/file -emit-obj' '-emit-pch -o out/file' '-emit-module -o out/file' \
  '-emit-header-unit -o out/file' '-emit-llvm -o out/file' '-emit-llvm-bc -o out/file' '-E -o out/file' '-ast-dump' '-ast-print -o out/file' '-rewrite-objc -o out/file' \
  '-fmodules -fimplicit-module-maps -fmodules-cache-path=out/folder' '-load out/file' '-plugin out/file' '-add-plugin out/file' '-fplugin=out/file' \
  '-opt-record-file out/file' '-ftime-trace=out/file' '-split-dwarf-file out/file' '-split-dwarf-output out/file' '-coverage-notes-file=out/file' \
  '-fdump-record-layouts' '-print-stats' '-analyze -o out/folder' '-extract-api -o out/file' '-mt-migrate-directory out/folder' '-include-pch out/file' '-v'; do
  scan_with "$(for word in $option; do printf -- '-Xclang %s ' "$word"; done)"
done
printf '%s\n' '-MD -MF out/file --serialize-diagnostics out/file' '@nested.rsp' >options.rsp
printf -- '-Xclang -stats-file=out/file -DFROM_FILE\n' >nested.rsp
scan_with '@options.rsp'

# What decides which loops there are still gets there, by every way.
mkdir -p headers
cat >headers/needed.h <<'END_OF_SOURCE'
#if !defined(DIRECT) || !defined(BY_COMMA) || !defined(BY_PREPROCESSOR) || !defined(BY_XCLANG) || !defined(FROM_FILE) || defined(TAKEN_BACK)
#error an option was lost
#endif
#define HAS_HEADER 1
END_OF_SOURCE
cat >needs.c <<'END_OF_SOURCE'
#if HAS_HEADER && __STDC_VERSION__ == 199901L && __AVX2__ && __OPTIMIZE__ && !__CHAR_UNSIGNED__
typeof(1) needs(int n) { for (int i = 0; i < n; ++i) n /= 2; return n; }
#endif
END_OF_SOURCE
printf -- '-DFROM_FILE -Iheaders\n' >options.rsp
database '-DDIRECT -Wp,-DBY_COMMA=1,-DTAKEN_BACK -UTAKEN_BACK -Xclang -UTAKEN_BACK -Xpreprocessor -DBY_PREPROCESSOR -Xclang -DBY_XCLANG @options.rsp -Xclang -include -Xclang needed.h -std=gnu99 -mavx2 -O2 -fsigned-char --target=x86_64-linux-gnu -MD -MF out/file' needs.c
"$scan" -p build >"$notes/out" 2>"$notes/err" || fail "a command with options that matter: $(cat "$notes/err")"
expect_in "a loop that needs options" "needs.c:2:26" "$notes/out"
printf '[{"directory":"%s","file":"victim.c","arguments":["cc","-c","other.o","--","gone.c","victim.c"]}]' "$PWD" >build/compile_commands.json
expect "other inputs" "victim.c:1:21 while 1 yes victim" "$(listed)"
printf '#if X && Y && Z\nint cl(int n) { while (n > 9) n /= 2; return n; }\n#endif\n' >cl.c
printf '[{"directory":"%s","file":"cl.c","command":"clang-cl /c /DX /D Y=1 /clang:-DZ /clang:-MD /clang:-MFout/file /Foout/file /Faout/file cl.c"}]' "$PWD" >build/compile_commands.json
expect "options of clang-cl" "cl.c:2:17 while 1 yes cl" "$(listed)"
cp victim.c ./-MFout
printf '[{"directory":"%s","file":"-MFout","arguments":["cc","-c","-x","c","--","-MFout"]}]' "$PWD" >build/compile_commands.json
expect "a source that looks like an option" "-MFout:1:21 while 1 yes victim" "$(listed)"
rm ./-MFout

# Pipes and devices are refused: opening one may take for ever.
mkfifo pipe pipe.c headers/pipe.h build/CMakeCache.txt
printf '#include "pipe"\n' >includes_pipe.c
printf '#include "/dev/zero"\n' >includes_device.c
printf '#include <pipe.h>\n' >finds_pipe.c
for command in '-include pipe victim.c' '-imacros pipe victim.c' '-Xclang -include -Xclang pipe victim.c' 'includes_pipe.c' 'includes_device.c' '-Iheaders finds_pipe.c' \
  'pipe.c' '-include /dev/zero victim.c'; do
  source=${command##* }
  database "${command%"$source"}" "$source" victim.c
  timeout 60 "$scan" -p build >"$notes/out" 2>"$notes/err"
  expect "the status with $command" 2 $?
  expect_in "$command" "not a regular file" "$notes/err"
  expect_in "what else there is with $command" "victim.c:1:21" "$notes/out"
done
database '@pipe' victim.c
timeout 60 "$scan" -p build >"$notes/out" 2>"$notes/err" || fail "a response file that is a pipe: $? $(cat "$notes/err")"
expect_in "a response file that is a pipe" "victim.c:1:21" "$notes/out"
rm pipe pipe.c headers/pipe.h build/CMakeCache.txt

# All that Clang has.
"$every_option" "$PWD" victim.c >build/compile_commands.json || fail "no list of options"
state >"$notes/state"
timeout 500 "$scan" -p build >"$notes/listing" 2>"$notes/errors"
expect "the status of all options" 2 $?
expect_untouched "one of all options"
expect "lines for the only loop" 1 "$(grep -c 'victim.c:1:21' "$notes/listing")"
expect "lines besides it" 0 "$(sed '/victim.c/d; /^place/d; /^$/d; /^[0-9]* loop/d' "$notes/listing" | wc -l)"
finish
