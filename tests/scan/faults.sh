# Whatever is wrong with the database or the sources: a message that says what to do, and the rest goes on.
. "$(dirname "$0")/lib.sh"

# name, status, text on standard error, options...
expect_run() {
  what=$1 status=$2 text=$3
  shift 3
  timeout 60 "$scan" "$@" >"$work/out" 2>"$work/err"
  expect "the status: $what" "$status" $?
  [ -z "$text" ] || expect_in "$what" "$text" "$work/err"
}

cat >good.c <<'END'
int good(int n) { while (n > 9) n /= 2; return n; }
END
expect_run "no database" 2 "CMAKE_EXPORT_COMPILE_COMMANDS=ON" -p build
expect_run "no folder" 2 "'nowhere' does not exist" -p nowhere
expect_run "none named, none found" 2 "specify its folder with -p"
for garbage in '' 'hello' '{"directory": 1' '{}' '[1]' '[{}]' '[{"directory":"/","file":"a.c"}]' \
  '[{"directory":"/","file":"a.c","command":7}]' '[{"directory":"/","file":"a.c","arguments":[1]}]' '[]' 'a: [b'; do
  printf '%s' "$garbage" >build/compile_commands.json
  expect_run "garbage: $garbage" 2 "build/compile_commands.json: " -p build
  expect "one line for: $garbage" 1 "$(wc -l <"$work/err")"
done
head -c 20000 /dev/urandom >build/compile_commands.json
expect_run "random bytes" 2 "is not JSON" -p build
database '' gone.c
expect_run "only a missing file" 2 "out of date" -p build
printf '[{"directory":"%s","file":"x.f90","command":"gfortran -c x.f90"}]' "$PWD" >build/compile_commands.json
expect_run "no C" 2 "none of the compile commands is for C or C++" -p build

# Broken units do not hide the others, and are told in one line each.
cat >broken.cpp <<'END'
#include "missing_header.h"
void broken(int n) { for (int i = 0; i < n; ++i) unknown(i); }
END
cat >syntax.cpp <<'END'
void syntax(int n) { while (n) { --n; }
END
head -c 5000 /dev/urandom >random.c
printf 'void zeros(int n) { while (n) --n; }\0\0' >zeros.c
database '' good.c gone.c broken.cpp syntax.cpp random.c zeros.c
expect_run "broken units" 2 "broken.cpp:1:10: 'missing_header.h' file not found" -p build
expect_in "the good unit's loop" "good.c:1:19" "$work/out"
expect_in "the broken unit's loop" "broken.cpp:2:22" "$work/out"
expect_in "a missing file" "gone.c" "$work/err"
expect_in "the place of a syntax error" "syntax.cpp:" "$work/err"
[ "$(wc -l <"$work/err")" -le 6 ] || fail "more than a line per unit: $(cat "$work/err")"
expect_run "broken units as JSON" 2 "" -p build --format json
expect_in "failures in JSON" "'missing_header.h' file not found" "$work/out"

# Deep nesting ends as an error, not in a crash.
{ printf 'void deep(int n) {'; yes 'for (;;)' | head -20000; printf ';}'; } >deep.c
{ printf 'int wide(int n) { return n'; yes '+n' | head -50000; printf ';}'; } >wide.c
database '' deep.c wide.c good.c
# A parser that broke off leaves its memory behind: not for a leak check.
ASAN_OPTIONS=detect_leaks=0 expect_run "deep nesting" 2 "" -p build
expect_in "what comes beside deep nesting" "good.c:1:19" "$work/out"

# GCC's own options, plugins, precompiled headers and CPUs that Clang does not know.
database '-march=nonsense -mtune=alien -fno-tree-loop-im-unknown -fconserve-stack -fplugin=x.so -fplugin-arg-x-y=z -Werror -Wall -Wduplicated-cond -fmax-errors=3 -MD -MF x.d -fdump-tree-all --param max-unroll-times=4' good.c
expect_run "GCC's options" 0 "" -p build
expect_in "GCC's options" "good.c:1:19" "$work/out"
[ -s "$work/err" ] && fail "GCC's options: $(cat "$work/err")"
[ -e x.d ] && fail "a dependency file was written"
expect "files made by a scan" '' "$(find . -newer good.c -name '*.o')"

# Options.
expect_run "a mistyped option" 2 "did you mean '--innermost'?" -p build --inermost
expect_run "a mistyped choice" 2 "did you mean 'innermost'?" -p build --annotate inermost
expect_run "no function" 2 "the name is missing" -p build --annotate function=
expect_run "a mistyped function" 2 "did you mean 'good'?" -p build --function godo
expect_run "a file without loops or existence" 2 "did you mean 'good.c'?" -p build godo.c
expect_run "two tasks" 2 "cannot be combined" -p build --annotate all --remove
expect_run "--in-place alone" 2 "--in-place requires" -p build --in-place
expect_run "JSON of a patch" 2 "--format json cannot be combined" -p build --format json --remove
expect_run "no threads" 2 "--jobs" -p build -j 0
expect_run "a wrong root" 2 "there is no folder" -p build --root nowhere
expect_run "wrong headers" 2 "stddef.h" -p build --resource-dir .
expect_run "--help" 0 "" --help
expect_in "--help" "Exit status" "$work/out"

# Nothing outside the project is changed; files that may not be written are told.
mkdir -p inside ../outside
cp good.c inside/user.c
printf 'static int other(int n) { while (n > 9) n /= 2; return n; }\n' >../outside/other.h
printf '#include "../../outside/other.h"\nint user(int n) { do --n; while (n > other(n)); return n; }\n' >inside/user.c
database '' inside/user.c
expect_run "a header outside" 0 "" -p build --root inside --annotate all --in-place --system-headers
expect "the header outside" 0 "$(grep -c osaca ../outside/other.h)"
expect "the file inside" 1 "$(grep -c osaca inside/user.c)"
expect_in "the header outside" "outside the project" "$work/err"
if [ "$(id -u)" != 0 ]; then
  chmod a-w inside/user.c
  expect_run "a file that may not be written" 2 "inside/user.c: cannot be written" -p build --root inside --remove --in-place
fi
"$scan" -p build >/dev/full 2>"$work/err"
expect "the status with a full disk" 2 $?
"$scan" -p build --system-headers 2>"$work/err" | head -1 >/dev/null
[ -s "$work/err" ] && fail "a reader that goes away early: $(cat "$work/err")"
finish
