# doctor.sh OSACA SCRATCH: what it says agrees with the compilers, and nothing on PATH can upset it.
set -u
osaca=$1
scratch=$2
rm -rf "$scratch"
mkdir -p "$scratch/bin" "$scratch/tmp"
cd "$scratch" || exit 1
failures=0
fail() { printf 'failed: %s\n' "$*"; failures=$((failures + 1)); }
system=$PATH
export TMPDIR=$scratch/tmp

no_litter() {
  [ -z "$(ls -A tmp)" ] || fail "$1 left in TMPDIR: $(ls -A tmp)"
}
field() { # FILE EXPRESSION: of the JSON document d
  python3 -c 'import json, sys; d = json.load(open(sys.argv[1])); print(eval(sys.argv[2]))' "$1" "$2"
}

# The system's compilers.
"$osaca" doctor --format json > all.json 2> errors
status=$?
[ ! -s errors ] || fail "errors: $(cat errors)"
no_litter "all compilers"
if command -v python3 >/dev/null; then
  works=$(field all.json 'sum(c["status"] == "works" for c in d["compilers"])') || fail "no JSON"
  [ "$works" -gt 0 ] && wanted=0 || wanted=1
  [ $status = $wanted ] || fail "exit status $status with $works working compilers"
  field all.json '"\n".join(c["path"] + " " + c.get("version", "?") + " " + c["kind"] for c in d["compilers"] if c["status"] == "works")' > works
  while read -r path version kind; do
    case $kind in
      gcc) [ "$("$path" -dumpfullversion)" = "$version" ] || fail "$path is not $version" ;;
      clang) "$path" --version | grep -q "clang version $version" || fail "$path is not $version" ;;
    esac
  done < works
  # Every plugin that lies here has a compiler that it works with, if that is installed under its name.
  for plugin in "${osaca%/*}"/../lib/osaca/*/osaca.so; do
    [ -f "$plugin" ] || continue
    name=$(basename "$(dirname "$plugin")")
    field all.json '[c["status"] for c in d["compilers"] if c.get("plugin") == "'"$name"'"]' | grep -q "no-note\|no-plugin" && fail "$name does not work"
  done
fi
[ "$("$osaca" doctor --compiler /bin/sh --format text | grep -c '^  ?')" = 1 ] || fail "a shell is no compiler"

# A PATH that means harm.
cd bin || exit 1
printf '#!/bin/sh\n/bin/sleep 1000\n' > gcc-3
printf '#!/bin/sh\nwhile :; do echo gcc version 1; done\n' > gcc-4
printf '#!/bin/sh\nprintf "\\033[31mclang version \\377\\377\\n"\n' > clang-77
printf '#!/bin/sh\n/bin/sleep 1000 &\ncase $1 in -dumpmachine) echo x86_64-pc-linux-gnu ;; *) echo clang version 99.1.2 ;; esac\n' > clang-99
printf '#!/bin/sh\nkill -SEGV $$\n' > g++-5
printf 'not a program' > gcc-6
mkdir gcc-7
ln -s nowhere gcc-8
ln -s gcc-9 gcc-9
mkfifo gcc-10
chmod +x gcc-3 gcc-4 clang-77 clang-99 g++-5 gcc-6 gcc-10
cd ..
printf '#!/bin/sh\ntouch "%s/was-run"\n' "$scratch" > gcc && chmod +x gcc
PATH="$scratch/bin:.::relative:/nonexistent:/proc/1/root:$scratch/bin" "$osaca" doctor --format json > hostile.json 2> errors
status=$?
[ $status = 1 ] || fail "none of these works, but the exit status is $status: $(cat errors)"
[ ! -e was-run ] || fail "a program of the current folder was run"
no_litter "harmful compilers"
if command -v python3 >/dev/null; then
  [ "$(field hostile.json 'sorted(n for c in d["compilers"] for n in c["names"])')" = "['clang-77', 'clang-99', 'g++-5', 'gcc-3', 'gcc-4', 'gcc-6']" ] ||
    fail "other programs were asked: $(field hostile.json 'd["compilers"]')"
  [ "$(field hostile.json 'len(d["remarks"])')" = 1 ] || fail "nothing is said about the relative folder"
  field hostile.json '[c["what_to_do"] for c in d["compilers"] if c["names"] == ["clang-99"]][0]' | grep -q 'libclang-99-dev.*osaca-plugin-clang-99' ||
    fail "it is not said what clang-99 needs"
  field hostile.json '[c["problem"] for c in d["compilers"] if c["names"] == ["gcc-3"]][0]' | grep -q 'did not end within' || fail "gcc-3 hangs"
fi
still_running() {
  for process in /proc/[0-9]*; do
    [ "$process" != "/proc/$$" ] && grep -qs "$scratch/bin/gcc-[34]" "$process/cmdline" && echo "$process"
  done
}
tries=0
while [ -n "$(still_running)" ] && [ $tries -lt 20 ]; do sleep 0.5; tries=$((tries + 1)); done
[ -z "$(still_running)" ] || fail "a compiler still runs: $(still_running)"

# Nobody to ask, and nobody of that name.
PATH= "$osaca" doctor > none.txt; [ $? = 1 ] || fail "no compiler is no success"
grep -q 'none on PATH' none.txt || fail "it is not said that there is none"
"$osaca" doctor --compiler gcc-nonsense 2> errors; [ $? = 2 ] || fail "an unknown compiler"
grep -q "'gcc-nonsense' on PATH" errors || fail "an unknown compiler: $(cat errors)"

# An interrupt leaves nothing, either.
PATH="$scratch/bin:$system" "$osaca" doctor --compiler gcc-3 > interrupted.txt 2>&1 &
doctor=$!
tries=0
while [ -z "$(ls -A tmp)" ] && [ $tries -lt 100 ]; do sleep 0.1; tries=$((tries + 1)); done
kill -TERM $doctor
wait $doctor
[ $? = 143 ] || fail "the interrupt did not end it"
no_litter "an interrupt"
[ $failures = 0 ]
