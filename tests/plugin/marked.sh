#!/bin/sh
# What `marked=` writes is read by each llvm-mca that is installed: with the options for debuggers, too, which change nothing in
# what it counts.
. "$(dirname "$0")/lib.sh"
driver=$4

case $("$compiler" -dumpmachine) in
x86_64*) cpu=-mcpu=skylake-avx512 ;;
aarch64*) cpu="-mtriple=aarch64-linux-gnu -mcpu=neoverse-n1" ;;
riscv64*) cpu="-mtriple=riscv64-linux-gnu -mcpu=sifive-u74 -mattr=+m,+a,+f,+d,+c" ;;
esac

cat >"$work/a.c" <<'END'
static inline double square(double x) { return x * x; }
double sum(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += square(a[i]);
  return s;
}
void nest(double *restrict a, const double *restrict b, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      a[i * n + j] = a[i * n + j] * b[j] + b[i];
}
int search(const int *a, int n, int wanted) {
  for (int i = 0; i < n; ++i)
    if (a[i] == wanted)
      return i;
  return -1;
}
END

# The lines of a report that tell what was read: names of regions, instructions.
read_by() { # llvm-mca, file
  "$1" $cpu "$2" 2>"$work/refused" | grep -E 'Code Region|^Instructions:'
}

checked=0
for mca in llvm-mca llvm-mca-14 llvm-mca-15 llvm-mca-16 llvm-mca-17 llvm-mca-18 llvm-mca-19 llvm-mca-20 llvm-mca-21 llvm-mca-22; do
  command -v "$mca" >/dev/null || continue
  for level in -O2 -O3; do
    for options in '' -g -g3 -gdwarf-5 '-gdwarf-4 -gsplit-dwarf'; do
      rm -f "$work/m.s"
      (cd "$work" && "$compiler" $level $options -c a.c -o a.o -fplugin="$plugin" -fplugin-arg-osaca-driver="$driver" \
        -fplugin-arg-osaca-all -fplugin-arg-osaca-marked="$work/m.s") >"$work/said" 2>&1 || fail "$level $options: does not compile"
      [ -s "$work/m.s" ] || { fail "$level $options: nothing was written"; cat "$work/said"; continue; }
      read_by "$mca" "$work/m.s" >"$work/read"
      grep -q 'error:' "$work/refused" && { fail "$mca refuses what $level $options made:"; head -5 "$work/refused"; }
      [ "$(grep -c 'Code Region' "$work/read")" = "$(grep -c 'LLVM-MCA-BEGIN' "$work/m.s")" ] ||
        fail "$mca: $level $options: not all regions were read"
      [ -n "$options" ] || { cp "$work/read" "$work/plain"; [ "$(grep -c 'Code Region' "$work/read")" -ge 3 ] || fail "$level: too few regions"; }
      cmp -s "$work/read" "$work/plain" || { fail "$mca: $level $options: other code than without"; diff "$work/plain" "$work/read"; }
      checked=$((checked + 1))
    done
  done
done
[ $checked -gt 0 ] || echo "no llvm-mca is installed"
finish
