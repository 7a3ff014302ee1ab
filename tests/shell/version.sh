# version.sh OSACA SCRATCH: one fact a line, and each is true.
set -u
osaca=$1
failures=0
fail() { printf 'failed: %s\n' "$*"; failures=$((failures + 1)); }

said=$("$osaca" --version) || fail "no exit status 0"
printf '%s\n' "$said" | head -n 1 | grep -Eqx 'osaca [0-9]+\.[0-9]+\.[0-9]+' || fail "the first line is not osaca and its version: $said"
printf '%s\n' "$said" | grep -Eq '^LLVM [0-9]+\.[0-9]+' || fail "no version of LLVM: $said"
[ "$("$osaca" -V)" = "$said" ] || fail "-V says something else"

# The library that it was linked with, if its program is here.
if command -v llvm-config-22 >/dev/null && printf '%s\n' "$said" | grep -q '^LLVM 22'; then
  [ "LLVM $(llvm-config-22 --version)" = "$(printf '%s\n' "$said" | grep '^LLVM')" ] || fail "another LLVM than llvm-config-22's: $said"
fi
# Models with figures of their own, counted elsewhere.
models=$("$osaca" models --json | grep -c '"own_figures": true')
printf '%s\n' "$said" | grep -q "^models $models " || fail "there are $models models: $said"
# Each plugin that lies beside the program.
for plugin in "${osaca%/*}"/../lib/osaca/*/osaca.so; do
  [ -f "$plugin" ] || continue
  name=$(basename "$(dirname "$plugin")")
  printf '%s\n' "$said" | grep -q "^plugins.* $name\( \|\$\)" || fail "$name is missing: $said"
done
[ $failures = 0 ]
