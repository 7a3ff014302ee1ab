#!/bin/sh
# Samples of a linked program find the loops that the plugin reported of its objects: one sample for each instruction, so that a loop's share
# is what binutils' disassembly says of its size. The fourth argument is the real driver.
. "$(dirname "$0")/lib.sh"
osaca=$4
case $("$compiler" -dumpmachine) in x86_64*) ;; *) echo "needs a disassembler for the target"; exit 0 ;; esac

cat >"$work/busy.c" <<'X'
double busy(const double *a, int n) {
  double sum = 0;
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    sum += a[i] * a[i];
  return sum;
}
X
cat >"$work/idle.c" <<'X'
void idle(int *a, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    a[i] ^= 17;
}
static void same(int *a, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    a[i] += 3;
}
void (*same_of_idle)(int *, int) = same;
X
cat >"$work/main.c" <<'X'
double busy(const double *a, int n);
void idle(int *a, int n);
int main(void) {
  double d[4] = {1, 2, 3, 4};
  int i[4] = {0};
  idle(i, 4);
  return busy(d, 4) > i[0] ? 0 : 1;
}
X
for file in busy idle; do
  "$compiler" -O1 -g -fplugin="$plugin" -fplugin-arg-osaca-driver="$osaca" -fplugin-arg-osaca-arch=zen4 -fplugin-arg-osaca-embed \
    -c "$work/$file.c" -o "$work/$file.o" 2>"$work/err" || fail "$file: $(cat "$work/err")"
done
"$compiler" -O1 -c "$work/main.c" -o "$work/main.o" && "$compiler" "$work/busy.o" "$work/idle.o" "$work/main.o" -o "$work/prog" ||
  fail "the program is not linked"

# Of a function: "offset in-loop" for each instruction; the loop is from the target of the last conditional jump backwards to that jump.
instructions() {
  objdump -d --no-show-raw-insn "$work/prog" | awk -v name="<$1>:" '
    $2 == name { on = 1; start = $1; next }
    on && NF == 0 { exit }
    on { sub(":", "", $1); address[++n] = $1; op[n] = $2; target[n] = $3 }
    END { for (i = 1; i <= n; ++i) print start, address[i], op[i], target[i] }' |
    python3 -c '
import sys
rows = [line.split() for line in sys.stdin]
start = int(rows[0][0], 16)
places = [int(row[1], 16) for row in rows]
loop = (0, -1)
for row in rows:
    if row[2].startswith("j") and row[2] != "jmp" and len(row) > 3 and start <= int(row[3], 16) <= int(row[1], 16):
        loop = (int(row[3], 16), int(row[1], 16))
for place in places:
    print("%x %d" % (place - start, loop[0] <= place <= loop[1]))'
}

# The program as if it had been loaded elsewhere each time. PERIODS of busy weigh more.
: >"$work/script"
for function in busy:9 idle:1; do
  name=${function%:*}
  weight=${function#*:}
  begin=$(nm "$work/prog" | awk -v name="$name" '$3 == name { print $1 }')
  instructions "$name" >"$work/$name.places"
  while read -r offset _; do
    for base in 555500000000 7f1200000000; do
      printf 'prog 17 1.0: %s cpu-clock:u: %x %s+0x%s (%s)\n' "$weight" $((0x$base + 0x$begin + 0x$offset)) "$name" "$offset" "$work/prog"
    done
  done <"$work/$name.places" >>"$work/script"
done
echo "prog 17 1.0: 5 cpu-clock:u: ffffffff81000000 clear_page+0x7 ([kernel.kallsyms])" >>"$work/script"

"$osaca" report --profile "$work/script" --format json "$work/busy.o" "$work/idle.o" >"$work/json" 2>"$work/err" || fail "$(cat "$work/err")"
python3 - "$work" <<'X' || fail "shares"
import json, sys
work = sys.argv[1]
places = {name: [line.split() for line in open(f"{work}/{name}.places")] for name in ("busy", "idle")}
weights = {"busy": 18, "idle": 2}
total = 5 + sum(weights[name] * len(rows) for name, rows in places.items())
expected = {name: weights[name] * sum(int(row[1]) for row in rows) / total for name, rows in places.items()}
expected["same"] = 0
found = {kernel["function"]: kernel.get("sampled_share") for kernel in json.load(open(f"{work}/json"))["kernels"]}
assert found.keys() == expected.keys(), found
for name, share in expected.items():
    assert abs(found[name] - share) < 1e-9 and (share > 0.02 or name == "same"), (name, found[name], share)
X
"$osaca" report --profile "$work/script" "$work/busy.o" "$work/idle.o" >"$work/said" 2>&1 || fail "the text report"
sed -n 3p "$work/said" | grep -q busy.c || fail "the busiest loop is not first: $(cat "$work/said")"
grep -q 'samples of cpu-clock' "$work/said" || fail "it does not say where the samples went: $(cat "$work/said")"

# A function without a loop is a row of the table, with the call of it that most samples are near to. Frames of inlined functions come before
# that of the function that holds their code, and have its address.
cat >"$work/joint.c" <<'X'
__attribute__((noinline)) double solve(double a) {
  return a / (a * a + 1);
}
__attribute__((noinline)) double seldom(double a) { return 1 + solve(a); }
__attribute__((noinline)) double step(const double *a, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += solve(a[i]);
  return sum;
}
__attribute__((noinline)) double last(double a) { return solve(a); }
int main(void) {
  double d[4] = {1, 2, 3, 4};
  return step(d, 4) + seldom(2) + last(3) > 100;
}
X
"$compiler" -O2 -g "$work/joint.c" -o "$work/joint" || fail "joint.c"
{
  for function in solve:60 step:35 seldom:5; do
    name=${function%:*}
    begin=$(nm "$work/joint" | awk -v name="$name" '$3 == name { print $1 }')
    printf 'joint 17 1.0: %s cpu-clock:u:\n\t%x helper+0x3 (inlined)\n\t%x %s+0x0 (%s)\n\n' "${function#*:}" $((0x$begin)) $((0x$begin)) \
      "$name" "$work/joint"
  done
} >"$work/joint.script"
(cd "$work" && "$osaca" report --profile joint.script --root . --width 200 busy.o) >"$work/said" 2>&1 || fail "functions: $(cat "$work/said")"
grep -q '^ *60 % .* no loop of its own .*joint.c:[12] *solve *called from joint.c:8 and 2 other places$' "$work/said" ||
  fail "solve is not a row: $(cat "$work/said")"
grep -q '^ *35 % .* outside of its loops .*joint.c:[5-7] *step *called from joint.c:14$' "$work/said" || fail "step is not a row: $(cat "$work/said")"
sed -n 3p "$work/said" | grep -q solve || fail "what takes most time is not first: $(cat "$work/said")"
"$osaca" report --profile "$work/joint.script" --format markdown "$work/busy.o" | grep -q '60 % of the samples are in `\{0,1\}solve' ||
  fail "nothing in Markdown"

# What is no profile is told.
echo "hello" >"$work/no"
"$osaca" report --profile "$work/no" "$work/busy.o" >"$work/said" 2>&1
[ $? -eq 2 ] && grep -q "no line is a sample" "$work/said" || fail "text without samples: $(cat "$work/said")"
printf 'PERFILE2 and then nothing' >"$work/broken"
"$osaca" report --profile "$work/broken" "$work/busy.o" >"$work/said" 2>&1
[ $? -eq 2 ] && grep -q "perf" "$work/said" || fail "a broken recording: $(cat "$work/said")"
strip "$work/prog" -o "$work/stripped"
sed "s,$work/prog,$work/stripped," "$work/script" >"$work/script.stripped"
"$osaca" report --profile "$work/script.stripped" "$work/busy.o" >"$work/said" 2>&1 || fail "a stripped program"
grep -q "whose loops are unknown" "$work/said" || fail "a stripped program is not told: $(cat "$work/said")"
finish
