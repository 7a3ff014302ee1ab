#!/bin/sh
# Whatever the driver does, the compile succeeds with the same object and one note says what went wrong.
. "$(dirname "$0")/lib.sh"

file=$here/sources/vanish.c
"$compiler" -O2 -c "$file" -o "$work/without.o" || fail "does not compile"

check() { # name, expected text, options...
  name=$1
  text=$2
  shift 2
  "$compiler" -O2 -fplugin="$plugin" "$@" -c "$file" -o "$work/o.o" 2>"$work/err" || fail "$name: the compile fails"
  cmp "$work/o.o" "$work/without.o" || fail "$name: the object differs"
  [ "$(grep -c "$said: osaca: this unit is not analysed" "$work/err")" = 1 ] || fail "$name: not one note: $(cat "$work/err")"
  grep -q "$text" "$work/err" || fail "$name: '$text' is not in: $(cat "$work/err")"
}

misbehave() { # how, expected text, [limit in seconds: long enough for a busy machine]
  OSACA_FAKE=$1
  export OSACA_FAKE
  check "$1" "$2" -fplugin-arg-osaca-driver="$here/fake_driver.sh" -fplugin-arg-osaca-timeout="${3:-120}"
}

misbehave crash "terminated by signal 11"
misbehave fail "exit status 2: the model is unreadable"
misbehave hang "did not finish within 1 s" 1
misbehave garbage "invalid record"
misbehave endless "wrote more than"
misbehave cut "sent an incomplete answer"
misbehave nothing "sent no answer"
misbehave bad_index "invalid record"
unset OSACA_FAKE
check missing "could not be started" -fplugin-arg-osaca-driver=/nowhere/osaca
check folder "could not be started" -fplugin-arg-osaca-driver=/
check text "could not be started" -fplugin-arg-osaca-driver="$file"
TMPDIR=/nowhere with_plugin "$compiler" -O2 -pipe -c "$file" -o "$work/o.o" 2>"$work/err" || fail "no TMPDIR: the compile fails"

# Arguments that cannot be understood are named, with the nearest that can.
with_plugin "$compiler" -O2 -fplugin-arg-osaca-archs=zen4 -fplugin-arg-osaca-verbosity=9 -c "$file" -o "$work/o.o" 2>"$work/err" ||
  fail "odd arguments break the compile"
grep -q "unknown argument 'archs' is ignored; did you mean 'arch'" "$work/err" || fail "no suggestion: $(cat "$work/err")"
grep -q "'verbosity' needs a whole number from 0 to 2" "$work/err" || fail "no word on the bad number"

# What the driver could not do beside its answer is told once; the folder for reports is made.
OSACA_FAKE=unwritable with_plugin "$compiler" -O2 -fplugin-arg-osaca-report=/nowhere/r.json -c "$file" -o "$work/o.o" \
  2>"$work/err" || fail "a report that cannot be written breaks the compile"
[ "$(grep -c "$said: osaca: /nowhere/r.json: cannot be written: no such folder" "$work/err")" = 1 ] ||
  fail "not one note on the report: $(cat "$work/err")"
with_plugin "$compiler" -O2 -fplugin-arg-osaca-report_dir="$work/new/folder" -c "$file" -o "$work/o.o" 2>"$work/err"
[ -d "$work/new/folder" ] || fail "report_dir is not made"
# Each object has a file of its own there.
rm -f "$work/calls"
mkdir -p "$work/t/a-b" "$work/t/a/b"
for object in a-b/k.o a/b-k.o a/b/k.o; do
  (cd "$work/t" && with_plugin "$compiler" -O2 -fplugin-arg-osaca-report_dir="$work/new" -c "$file" -o "$object") 2>"$work/err" ||
    fail "$object: does not compile"
done
[ "$(grep -o -- '--report=.*\.json' "$work/calls" | sort -u | wc -l)" = 3 ] || fail "one file for two objects: $(cat "$work/calls")"
rm -f "$work/calls"
with_plugin "$compiler" -O2 -fplugin-arg-osaca-report_dir="$work/other" -fplugin-arg-osaca-report="$work/r.json" \
  -c "$file" -o "$work/o.o" 2>"$work/err"
grep -q "'report_dir' is ignored because 'report'" "$work/err" || fail "no word on report_dir beside report"
grep -q -- "--report=$work/r.json" "$work/calls" && [ ! -e "$work/other" ] || fail "report does not win over report_dir"

# Targets that the driver does not know are refused, whatever it would make of their text.
for option in -m32 -mx32 "-march=rv32gc -mabi=ilp32d"; do
  rm -f "$work/calls"
  with_plugin "$compiler" -O2 $option -S "$file" -o "$work/o.s" 2>"$work/err" || continue # not of this compiler
  [ "$(grep -c "$said: osaca: code for \(32-bit targets\|the target\) .*is not supported" "$work/err")" = 1 ] || fail "$option: $(cat "$work/err")"
  [ ! -e "$work/calls" ] || fail "$option: the driver was asked"
done
finish
