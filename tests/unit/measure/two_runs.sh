# Two runs that write one file at once: one is refused, the file holds what the other measured. A damaged file is not continued.
# The figures do not matter, so no run waits for other threads to leave the core.
# Argument: OSACA-MEASURE
measure=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0
fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}

run() { "$measure" instructions --wait 0 --only 'ADD64rr,IMUL64rr,SUB64rr' --output cpu.yml 2>"$1.err" & }
run one
one=$!
run two
two=$!
wait $one
status_one=$?
wait $two
status_two=$?
if grep -q 'cannot measure on this machine' one.err two.err; then
  echo "no timing on this machine"
  exit 77
fi
case $status_one$status_two in
02) refused=two winner=$one ;;
20) refused=one winner=$two ;;
*) fail "statuses $status_one and $status_two: $(cat one.err two.err)" ;;
esac
grep -q "^cpu.yml: is being written by another osaca measure (process $winner)" "${refused:-one}.err" || fail "the message: $(cat one.err two.err)"
[ "$(grep -c '^schema: ' cpu.yml)" = 1 ] && [ "$(grep -c '^forms:$' cpu.yml)" = 1 ] || fail "not one head: $(cat cpu.yml)"
for form in ADD64rr IMUL64rr SUB64rr; do
  grep -q "^  - opcode: \"$form\"" cpu.yml || fail "$form is missing: $(cat cpu.yml)"
done
"$measure" instructions --wait 0 --only 'ADD64rr,IMUL64rr,SUB64rr' --output cpu.yml --resume 2>err || fail "a whole file is not continued: $(cat err)"

# The second half of a form behind the first half of another, as two writers leave it.
# A form that seemed doubtful was measured twice and has two records; the first one is torn.
form=$(grep -n -m 1 '^  - opcode: "IMUL64rr"' cpu.yml | sed 's/:.*//')
{
  head -n "$form" cpu.yml
  printf '      - {from: "0", to: "0", cycles: 1.0'
  tail -n "+$form" cpu.yml
} >torn.yml
cp torn.yml before.yml
"$measure" instructions --wait 0 --only ADD64rr --output torn.yml --resume 2>err && fail "a damaged file is continued"
grep -q "^torn.yml:$((form + 1)): " err || fail "the damaged line $((form + 1)) is not named: $(cat err)"
cmp torn.yml before.yml || fail "a damaged file was changed"
[ $failures -eq 0 ] && echo "all as expected"
exit $((failures > 0))
