#!/bin/sh
# `osaca annotated` reads whatever a program calls its sources: what is no source must neither keep it waiting nor fill the memory.
#   hostile_sources.sh DRIVER COMPILER
set -u
driver=$1 compiler=$2
work=$(mktemp -d) private=$(mktemp -d)
trap 'rm -rf "$work" "$private"' EXIT
cd "$work" || exit 1
failures=0
fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}

mkfifo pipe
mkdir folder
truncate -s 10G huge
ln -s nowhere gone
head -c 100000 /dev/urandom >bytes
printf '#pragma osaca analyze\nfor (;;)' >unfinished.c
printf '#pragma osaca analyze PASSWORD(1)\nfor (;;)' >"$private/key.c"
: >empty
long=$(printf '%04100d' 0)
{
  echo '.text'
  echo '.globl f'
  echo '.type f, @function'
  echo 'f:'
  number=1
  for name in /dev/zero /dev/tty /proc/self/mem /proc/kmsg "$work/pipe" "$work/folder" "$work/huge" "$work/gone" "$work/bytes" \
    "$work/unfinished.c" "$private/key.c" "$work/empty" "$long" "../../../../etc/shadow" "-" ""; do
    echo ".file $number \"$name\""
    echo ".loc $number 2 1"
    echo '1: decl %edi'
    echo 'jne 1b'
    number=$((number + 1))
  done
  echo 'ret'
  echo '.size f, .-f'
} >f.s
"$compiler" -shared -nostdlib -o libf.so f.s || exit 1

(ulimit -v 4000000 && exec timeout 20 "$driver" annotated --arch zen4 --format diagnostics libf.so) >said 2>&1
status=$?
[ "$status" = 0 ] || fail "status $status: $(head -c 2000 said)"
grep -q "sources that were not found cannot be searched for annotations: .* and [0-9]* more" said || fail "nothing is said of them: $(head -c 2000 said)"
grep -q "unfinished.c:2:1: note: osaca: .* cycles per iteration" said || fail "what can be read is not: $(head -c 2000 said)"
grep -q "root:" said && fail "lines of a file that is no source are shown"
grep -q "key.c:2:1: warning: osaca: .*not shown" said || fail "nothing is said of clauses outside of the project: $(head -c 2000 said)"
grep -q "PASSWORD" said && fail "text of a file outside of the project is shown"
"$driver" annotated --arch zen4 --source-path "$private=$private" --format diagnostics libf.so 2>&1 | grep -q "PASSWORD" ||
  fail "what the user chose is not quoted"

[ "$failures" = 0 ]
