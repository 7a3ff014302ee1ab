# core_names.sh OSACA SCRATCH: every name of a core that the installed compilers accept has figures, or is listed here.
set -u
osaca=$1
scratch=$2
mkdir -p "$scratch"
failures=0
fail() { printf 'failed: %s\n' "$*"; failures=$((failures + 1)); }

# Neither a core (native is this machine's), or a core that LLVM does not know: VIA, Zhaoxin, APM, HXT, HiSilicon's HIP12,
# Marvell's OcteonTX2 and Samsung's first. A plugin names them in a note.
unknown='^(native|intel|generic-.*|nano.*|eden-.*|lujiazui|yongfeng|shijidadao|emag|xgene1|phecda|hip12|octeontx2.*|exynos-m1|help|list|apple-latest)$'

# names COMPILER...: the names in the compiler's answer to a wrong one, or in its list
gcc_names() {
  "$1" "$2=no-such-core" -S -o /dev/null -x c /dev/null 2>&1 | sed -n 's/.*valid arguments[^:]*: *//p' | sed "s/; did you mean.*//" | tr ' ' '\n'
}
clang_names() { "$@" --print-supported-cpus 2>&1 | sed -n 's/^	\([^ 	]*\)$/\1/p'; }

check() { # WHO FILE
  [ -s "$2" ] || fail "$1 lists no cores"
  sort -u "$2" | grep -Ev "$unknown" >"$scratch/wanted"
  # shellcheck disable=SC2046 # one word a name
  "$osaca" models $(cat "$scratch/wanted") >"$scratch/models" 2>"$scratch/problems" || fail "$1: $(cat "$scratch/problems")"
}

for gcc in gcc gcc-11 gcc-12 gcc-13 gcc-14 gcc-15; do
  command -v "$gcc" >/dev/null && "$gcc" --version | grep -q 'Free Software' && [ "$("$gcc" -dumpmachine | cut -d- -f1)" = x86_64 ] || continue
  { gcc_names "$gcc" -march; gcc_names "$gcc" -mtune; } >"$scratch/names"
  check "$gcc" "$scratch/names"
  # No name of one maker means a core of the other one.
  grep -E '^(znver|bdver|btver|amdfam|k8|opteron|athlon|barcelona)' "$scratch/wanted" >"$scratch/amd"
  # shellcheck disable=SC2046
  "$osaca" models $(cat "$scratch/amd") | grep -E '^[^ ]+: ' | grep -E 'Intel' && fail "$gcc: a core of AMD has figures of Intel"
  grep -Ev '^(znver|bdver|btver|amdfam|k8|opteron|athlon|barcelona)' "$scratch/wanted" >"$scratch/others"
  # shellcheck disable=SC2046
  "$osaca" models $(cat "$scratch/others") | grep -E '^[^ ]+: ' | grep -E 'AMD' && fail "$gcc: a core of Intel has figures of AMD"
done
for gcc in aarch64-linux-gnu-gcc aarch64-linux-gnu-gcc-12 aarch64-linux-gnu-gcc-14; do
  command -v "$gcc" >/dev/null || continue
  gcc_names "$gcc" -mcpu >"$scratch/names"
  check "$gcc" "$scratch/names"
done
for clang in clang-14 clang-19 clang-22; do
  command -v "$clang" >/dev/null || continue
  for target in x86_64 aarch64 riscv64; do
    clang_names "$clang" --target=$target-linux-gnu >"$scratch/names"
    [ -s "$scratch/names" ] || continue # built without this target
    check "$clang for $target" "$scratch/names"
  done
done
[ $failures = 0 ]
