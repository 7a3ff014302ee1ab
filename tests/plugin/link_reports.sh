#!/bin/sh
# -flto: the reports of a program's parts, and what is not written because it would be one file for all of them.
. "$(dirname "$0")/lib.sh"
driver=$4
cd "$work" || exit 1
cat >a.c <<'X'
int other(int n);
int main(int argc, char **argv) {
  int s = argc;
#pragma osaca analyze
  for (int i = 1; i < argc * 1000; i++)
    s ^= i;
  return s + other(s);
}
X
cat >b.c <<'X'
int other(int n) {
  int s = 1;
#pragma osaca analyze
  for (int i = 1; i < n; i++)
    s *= i;
  return s;
}
X
link() { # options...
  "$compiler" -O1 -fno-inline -flto -fplugin="$plugin" -fplugin-arg-osaca-driver="$driver" -fplugin-arg-osaca-arch="$arch" \
    "$@" a.c b.c -o program 2>err || fail "$*: $(cat err)"
}
case $("$compiler" -dumpmachine) in
x86_64*) arch=zen4 ;;
aarch64*) arch=neoverse-v2 ;;
*) arch=sifive-p670 ;;
esac

# Each part writes its own, and a link with fewer takes the others away.
link -flto-partition=1to1 -fplugin-arg-osaca-report_dir=reports
[ "$(ls reports | tr '\n' ' ')" = "program.ltrans0.json program.ltrans1.json " ] || fail "two parts: $(ls reports)"
"$driver" report --format json reports/*.json >report || fail "the reports are not read"
grep -q 'a\.c' report && grep -q 'b\.c' report || fail "the report lacks a loop: $(cat report)"
link -flto-partition=one -fplugin-arg-osaca-report_dir=reports
[ "$(ls reports)" = program.ltrans0.json ] || fail "one part: $(ls reports)"
link -flto-partition=none -fplugin-arg-osaca-report_dir=reports
[ "$(ls reports)" = program.lto.json ] || fail "no parts: $(ls reports)"
sed -i '/pragma/d' a.c b.c
link -flto-partition=one -fplugin-arg-osaca-report_dir=reports
[ -z "$(ls reports)" ] || fail "without a pragma: $(ls reports)"
sed -i 's/^  for/#pragma osaca analyze\n&/' a.c b.c

# One file for all parts: only where there are none.
link -flto-partition=one -fplugin-arg-osaca-report=one.json
[ ! -e one.json ] || fail "one file for parts that are compiled at the same time"
[ "$(grep -c "osaca: 'one.json' is not written" err)" = 1 ] || fail "that is not said once: $(cat err)"
link -flto-partition=none -fplugin-arg-osaca-report=one.json -fplugin-arg-osaca-marked=marked.s
[ -s one.json ] && [ -s marked.s ] || fail "without parts, one file is possible"

# What the source expects is an error, if the user wants that, and then there is no program.
sed -i 's/osaca analyze/osaca analyze expect(cycles <= 0.01)/' b.c
rm -f program
"$compiler" -O1 -flto a.c b.c -o program -fplugin="$plugin" -fplugin-arg-osaca-driver="$driver" -fplugin-arg-osaca-arch="$arch" \
  -fplugin-arg-osaca-strict 2>err && fail "a broken budget does not fail the link"
grep -q 'b.c:4:3: error: osaca: expected cycles' err || fail "no error at the loop: $(cat err)"
finish
