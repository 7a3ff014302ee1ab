# What the source expects of a loop, in the compiler's own warnings and errors; comments and settings of a project.
. "$(dirname "$0")/lib.sh"
driver=$4
arch=zen4

run() { # file, options...: what the compiler says into $work/said, its exit status as ours
  file=$1
  shift
  "$compiler" -O2 -c "$work/$file" -o "$work/a.o" -fplugin="$plugin" -fplugin-arg-osaca-driver="$driver" \
    -fplugin-arg-osaca-arch="$arch" "$@" >"$work/said" 2>&1
}
says() { grep -q "$1" "$work/said" || { fail "$2: expected '$1' in:"; cat "$work/said"; }; }
says_not() { ! grep -q "$1" "$work/said" || { fail "$2: did not expect '$1' in:"; cat "$work/said"; }; }

case $("$compiler" -dumpmachine) in
x86_64*) ;;
*) echo "made for x86-64 cores"; exit 0 ;;
esac

cat >"$work/a.c" <<'END'
void scale(double *a, double s, int n) {
#pragma osaca analyze expect(cycles <= 4.0 per iteration, arch zen4) bound(ports) no(divider)
  for (int i = 0; i < n; ++i)
    a[i] /= s;
}
void twice(double *a, int n) {
#pragma osaca analyze expect(cycles <= 100) no(divider, calls)
  for (int i = 0; i < n; ++i)
    a[i] *= 2.0;
}
END
run a.c || fail "a broken budget is a warning"
says 'a.c:3:3: warning: osaca: expected cycles <= 4.0 per iteration on zen4: the prediction is .*divider' "the budget"
says 'a.c:3:3: warning: osaca: expected no(divider)' "the unwanted unit"
says_not 'a.c:8:.*warning' "a budget that is kept"
[ -s "$work/a.o" ] || fail "the object is there"
"$compiler" -O2 -c "$work/a.c" -o "$work/plain.o" -Wno-unknown-pragmas && cmp "$work/plain.o" "$work/a.o" ||
  fail "expectations change nothing in the object"

rm -f "$work/a.o"
! run a.c -fplugin-arg-osaca-strict || fail "strict: a broken budget is an error"
says 'a.c:3:3: error: osaca: expected cycles' "strict"
[ ! -e "$work/a.o" ] || fail "strict: no object is left"
! run a.c -Werror || fail "-Werror makes an error of it"
run a.c -w || fail "-w silences warnings"
says_not 'warning' "-w"

sed 's/cycles <= 4.0/cylces <= 4.0/' "$work/a.c" >"$work/b.c"
run b.c || fail "a typing mistake"
says "b.c:3:3: warning: .*cylces.*did you mean 'cycles'" "a typing mistake is told"

# The same in a macro, as osaca/annotate.h has it.
cat >"$work/c.c" <<'END'
#include <osaca/annotate.h>
void scale(double *a, double s, int n) {
  OSACA_LOOP(no(divider))
  for (int i = 0; i < n; ++i)
    a[i] /= s;
}
END
include=$here/../../plugin-common/include
run c.c -I"$include" -DOSACA_PLUGIN || fail "annotate.h"
says 'warning: osaca: expected no(divider)' "the macro is a pragma"
run c.c -I"$include" -Wall -Werror || fail "annotate.h without the plugin's definition"
"$compiler" -Wall -Wextra -Werror -O2 -c "$work/c.c" -I"$include" -o "$work/c.o" || fail "annotate.h without the plugin"

# A comment accepts a finding.
cat >"$work/d.c" <<'END'
double sum(const double *a, int n) {
  double s = 0;
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    s += a[i];
  return s;
}
END
run d.c
says 'osaca-lcd-bound' "the finding"
sed 's,s += a\[i\];,& // osaca: ignore[lcd-bound],' "$work/d.c" >"$work/e.c"
run e.c
says_not 'osaca-lcd-bound' "the comment"
says 'cycles per iteration' "the headline stays"

# Settings: the nearest file above the source.
printf 'rules:\n  lcd-bound: warning\n' >"$work/.osaca.yml"
run d.c
says 'warning: osaca: .*osaca-lcd-bound' "a chosen severity is the compiler's"
printf 'rules:\n  lcd-bound: off\n' >"$work/.osaca.yml"
run d.c
says_not 'osaca-lcd-bound' "a rule that is off"
printf 'rules:\n  lcd-bund: off\n' >"$work/.osaca.yml"
run d.c || fail "a mistake in the settings breaks no build"
says ".osaca.yml:2.*did you mean 'osaca-lcd-bound'" "a mistake in the settings"

# Where the data are: argument of the plugin, pragma (which wins), settings. A model has to know what is behind the first level.
cat >"$work/f.c" <<'END'
void copy(double *restrict a, const double *restrict b, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    a[i] = 2 * b[i];
}
END
arch=emeraldrapids
run f.c
says_not 'osaca-memory-bound' "nobody said where the data are"
run f.c -fplugin-arg-osaca-data=L3
says 'osaca-memory-bound' "data=L3"
run f.c -fplugin-arg-osaca-data=16MB
says 'with its data in L3' "data=16MB"
sed 's/osaca analyze/& data(L1)/' "$work/f.c" >"$work/g.c"
run g.c -fplugin-arg-osaca-data=L3
says_not 'osaca-memory-bound' "the pragma wins"
sed 's/osaca analyze/& data(MEM) bound(memory) expect(cycles <= 1, data L3)/' "$work/f.c" >"$work/g.c"
run g.c
says 'warning: osaca: expected cycles <= 1 with data in L3' "a budget with data in a level"
says_not 'expected bound' "the bound that is expected"
run f.c -fplugin-arg-osaca-data=L0
says 'L1, L2, L3, MEM' "not a place of data"
[ -s "$work/a.o" ] || fail "a wrong place breaks no build"
printf 'data: L3\n' >"$work/.osaca.yml"
run f.c
says 'osaca-memory-bound' "data in the settings"
run f.c -fplugin-arg-osaca-data=L1
says_not 'osaca-memory-bound' "the argument wins over the settings"
run f.c -fplugin-arg-osaca-data=L9
says 'the model has no figures for this loop with data in L9' "a level that the model does not have"
arch=zen4

# The report of the object holds what was found, whatever the settings.
rm "$work/.osaca.yml"
run a.c -fplugin-arg-osaca-embed
"$driver" report --fail-on never --root "$work" "$work/a.o" >"$work/said" || fail "osaca report"
says 'a.c:3:3: warning: expected cycles' "the report"
"$driver" report --fail-on regressions --root "$work" "$work/a.o" >"$work/said" 2>&1
[ $? -eq 1 ] || fail "a broken budget fails the gate"

# Baselines.
run d.c -fplugin-arg-osaca-embed
"$driver" report --root "$work" --baseline "$work/base.json" "$work/a.o" >"$work/said" 2>&1 ||
  fail "a report needs no baseline"
says 'update-baseline' "what to do"
"$driver" report --root "$work" --baseline "$work/base.json" --fail-on regressions "$work/a.o" >"$work/said" 2>&1
[ $? -eq 2 ] || fail "a gate needs a baseline"
says 'update-baseline' "what to do"
"$driver" report --root "$work" --baseline "$work/base.json" --update-baseline "$work/a.o" >"$work/said" 2>&1 ||
  fail "--update-baseline"
"$driver" report --root "$work" --baseline "$work/base.json" --fail-on findings "$work/a.o" >"$work/said" 2>&1 ||
  fail "what the baseline accepts fails nothing"
sed 's,s += a\[i\];,s = a[i] / s;,; s,^double,\n\n&,' "$work/d.c" >"$work/slow.c" && mv "$work/slow.c" "$work/d.c"
run d.c -fplugin-arg-osaca-embed
"$driver" report --root "$work" --baseline "$work/base.json" "$work/a.o" >"$work/said" 2>&1
[ $? -eq 1 ] || fail "a slower loop closes the gate"
says 'd.c:6:.*became slower' "in spite of moved lines"
"$driver" diff --root "$work" "$work/base.json" "$work/a.o" >"$work/said" 2>&1
[ $? -eq 1 ] || fail "osaca diff: 1 if something became slower"
says 'slower' "osaca diff"
"$driver" diff --root "$work" "$work/a.o" "$work/a.o" >"$work/said" || fail "osaca diff: nothing changed"
says 'no changes' "osaca diff"
finish
