#!/bin/sh
# Limits, closed and broken outputs, and compilers that are killed: the compile is as without the plugin.
. "$(dirname "$0")/lib.sh"
driver=$4

case $("$compiler" -dumpmachine) in
x86_64*) ;;
*) echo "made for x86-64 cores"; exit 0 ;;
esac
cd "$work" || exit 1

divisions() { # functions
  awk -v count="$1" 'BEGIN { for (i = 0; i < count; ++i)
    printf "void f%d(double *a, int n) {\n#pragma osaca analyze\nfor (int i = 0; i < n; ++i) a[i] /= %d;\n}\n", i, i + 3 }'
}
divisions 30 >"$work/a.c"
plain() { # options...
  "$compiler" -O2 -Wno-unknown-pragmas "$work/a.c" "$@"
}
ours() { # options...
  "$compiler" -O2 "$work/a.c" -fplugin="$plugin" -fplugin-arg-osaca-driver="$driver" -fplugin-arg-osaca-arch=zen4 "$@"
}
plain -c -o "$work/plain.o" && plain -S -o "$work/plain.s" || fail "does not compile"
ours -c -o "$work/a.o" 2>"$work/said" || fail "does not compile with the plugin"
grep -q 'cycles per iteration' "$work/said" || fail "nothing is said: $(cat "$work/said")"

# The smallest limit of file sizes within which the compile succeeds: it succeeds within it with the plugin, too.
limited() { (ulimit -f "$blocks"; "$@"); }
blocks=1
until limited plain -c -o "$work/limited.o" 2>"$work/said"; do
  blocks=$((blocks * 2))
  [ "$blocks" -lt 100000 ] || { fail "no limit is high enough"; break; }
done
for options in "" "-fplugin-arg-osaca-verbosity=2" -fplugin-arg-osaca-report=report.json "-fplugin-arg-osaca-embed"; do
  rm -f "$work/limited.o"
  limited ours $options -c -o "$work/limited.o" 2>"$work/said" || fail "ulimit -f $blocks $options: $(head -c 500 "$work/said")"
  cmp "$work/plain.o" "$work/limited.o" || fail "ulimit -f $blocks $options: the object differs"
done
limited ours -c -o "$work/limited.o" 2>&1 | grep -q 'cycles per iteration' || fail "nothing is said where files are limited"

# Nobody can read the messages: closed, full, nobody left at the other end.
check() { # how; the object and the assembly of the compile are compared
  cmp "$work/plain.o" "$work/a.o" || fail "$1: the object differs"
  cmp "$work/plain.s" "$work/a.s" || fail "$1: the assembly differs"
  rm -f "$work/a.o" "$work/a.s"
}
for options in "" -pipe -save-temps=obj; do
  [ "$options" = -save-temps=obj ] && [ "$family" = clang ] && continue # assembles without us anyway
  plain $options -c -o "$work/plain.o"
  { ours $options -c -o "$work/a.o" && ours $options -S -o "$work/a.s"; } 2>&- || fail "closed $options: the compile fails"
  check "closed $options"
done
{ ours -c -o "$work/a.o" && ours -S -o "$work/a.s"; } 2>&- >&- <&- || fail "all closed: the compile fails"
check "all closed"
{ ours -c -o "$work/a.o" && ours -S -o "$work/a.s"; } 2>/dev/full || fail "full: the compile fails"
check "full"
{ sleep 0.3; ours -c -o "$work/a.o" 2>&1 && ours -S -o "$work/a.s" 2>&1; echo $? >"$work/status"; } | :
[ "$(cat "$work/status")" = 0 ] || fail "no reader: the compile fails"
check "no reader"
# The same where the loader speaks.
plain -fplugin="$plugin" -fplugin-arg-osaca-timeout=never -c -o "$work/a.o" 2>/dev/full || fail "full: a bad argument"
cp "$work/plain.s" "$work/a.s"
check "a bad argument"

# A broken budget is an error also where nobody can read it.
sed 's/analyze/analyze no(divider)/' "$work/a.c" >"$work/b.c"
for target in /dev/full /dev/null; do
  ! "$compiler" -O2 -c "$work/b.c" -o "$work/b.o" -fplugin="$plugin" -fplugin-arg-osaca-driver="$driver" \
    -fplugin-arg-osaca-arch=zen4 -fplugin-arg-osaca-strict 2>"$target" || fail "strict with messages to $target"
done

# Temporary files are not needed.
(TMPDIR=/nowhere && export TMPDIR && ours -pipe -S -o "$work/a.s" 2>"$work/said") || fail "no TMPDIR: the compile fails"
grep -q 'cycles per iteration' "$work/said" || fail "no TMPDIR: $(cat "$work/said")"

# Too little memory is told. The plugin hands the limit on, and a way to know whether it lives.
divisions 300 >"$work/many.c"
OSACA_FAKE_OUT=$work with_plugin "$compiler" -O2 -fplugin-arg-osaca-memory=640 -c "$work/many.c" -o "$work/a.o" 2>"$work/said"
grep -q -- '--memory=640 --parent=[1-9]' "$work/calls" || fail "the driver is not told its limits: $(cat "$work/calls")"
"$driver" capture --memory 1 "$work/capture.json" >/dev/null 2>"$work/said"
[ $? -eq 2 ] || fail "too little memory"
grep -q '^osaca: out of memory' "$work/said" || fail "too little memory: $(head -c 500 "$work/said")"

# A report beyond the limit of file sizes is one that cannot be written.
blocks=1
limited "$driver" capture --arch zen4 --report "$work/limited.json" "$work/capture.json" >/dev/null 2>"$work/said"
[ $? -eq 2 ] || fail "the driver within a limit of file sizes"
grep -q 'limited.json: cannot be written' "$work/said" || fail "a report beyond the limit: $(head -c 500 "$work/said")"

# The driver ends with whoever started it, also if that is killed.
mkfifo "$work/capture"
(
  "$driver" capture --parent "$(sh -c 'echo $PPID')" - <"$work/capture" >/dev/null 2>&1 &
  echo $! >"$work/driver.pid"
  wait
) &
parent=$!
exec 9>"$work/capture" # it waits for its input
while [ ! -s "$work/driver.pid" ]; do sleep 0.05; done
child=$(cat "$work/driver.pid")
sleep 0.5
kill -0 "$child" || fail "the driver did not start"
kill -9 "$parent"
wait "$parent" 2>/dev/null
for turn in 1 2 3 4 5 6 7 8 9 10; do
  kill -0 "$child" 2>/dev/null || break
  sleep 0.3
done
! kill -0 "$child" 2>/dev/null || fail "the driver outlives its parent"
exec 9>&-
finish
