#!/bin/sh
# What the plugin says goes through Clang's own diagnostics: the options that rule those rule these.
. "$(dirname "$0")/lib.sh"

source=$here/sources/vanish.c
compile() { # options... ; what is said is in $work/err
  rm -f "$work/o.o"
  with_plugin "$compiler" -O2 "$@" -c "$source" -o "$work/o.o" 2>"$work/err"
}
said() { grep -c "$1" "$work/err"; }

compile || fail "does not compile"
[ "$(said 'vanish.c:5:3: remark: osaca: .*\[-Rremark-backend-plugin\]')" = 1 ] || fail "no remark: $(cat "$work/err")"
[ "$(said 'for (int i = 0; i < n; ++i)')" = 1 ] || fail "the line of the source is not shown"

for options in -w -Wno-backend-plugin -Rno-remark-backend-plugin -Rno-everything; do
  compile $options || fail "$options: does not compile"
  [ "$(said osaca)" = 0 ] || fail "$options: $(cat "$work/err")"
done

compile -Werror || fail "-Werror makes an error of a remark"
[ "$(said 'remark: osaca')" -ge 1 ] || fail "-Werror hides remarks"

compile -fplugin-arg-osaca-warn || fail "warnings break the compile"
[ "$(said 'warning: osaca: .*\[-Wbackend-plugin\]')" -ge 1 ] || fail "no warning: $(cat "$work/err")"
compile -fplugin-arg-osaca-warn -w || fail "-w breaks the compile"
[ "$(said osaca)" = 0 ] || fail "-w leaves warnings"
compile -fplugin-arg-osaca-warn -Werror && fail "-Werror leaves warnings alone"
[ "$(said 'error: osaca: .*\[-Werror,-Wbackend-plugin\]')" -ge 1 ] || fail "no error: $(cat "$work/err")"
[ -e "$work/o.o" ] && fail "an object in spite of errors"
compile -fplugin-arg-osaca-warn -Werror -Wno-error=backend-plugin || fail "-Wno-error=backend-plugin breaks the compile"

compile --serialize-diagnostics "$work/said.dia" || fail "--serialize-diagnostics breaks the compile"
grep -aq 'osaca: the fake driver was here' "$work/said.dia" || fail "not among the serialized diagnostics"

# SARIF is younger than the oldest Clang; Clang 15 knows the option and writes text.
echo '#warning text' >"$work/warning.c"
"$compiler" -fdiagnostics-format=sarif -Wno-sarif-format-unstable -fsyntax-only "$work/warning.c" >"$work/err" 2>&1
if grep -q '"message":{"text":"text' "$work/err"; then
  compile -fdiagnostics-format=sarif -Wno-sarif-format-unstable || fail "SARIF breaks the compile"
  grep -q '"message":{"text":"osaca: the fake driver was here' "$work/err" || fail "not in SARIF"
fi
finish
