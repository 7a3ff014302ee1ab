#!/bin/sh
# A report follows from the machine code alone, whichever compiler wrote it: what is said of an annotated loop is what is
# said of the loop that is found in the compiler's own assembly. The fourth argument is the real driver.
. "$(dirname "$0")/lib.sh"
osaca=$4
case $("$compiler" -dumpmachine) in x86_64*) arch=zen4 ;; aarch64*) arch=v2 ;; *) arch=sifive-p670 ;; esac

cat >"$work/pi.c" <<'X'
double pi(int steps) {
  double sum = 0;
#pragma osaca analyze
  for (int i = 0; i < steps; ++i) {
    const double x = (i + 0.5) / steps;
    sum += 4 / (1 + x * x);
  }
  return sum / steps;
}
X
cat >"$work/stencil.c" <<'X'
void stencil(const float *a, float *b, long n) {
#pragma osaca analyze
  for (long i = 1; i < n; ++i)
    b[i] = a[i - 1] * 0.5f + b[i - 1];
}
X
cat >"$work/hash.c" <<'X'
unsigned hash(const unsigned char *text) {
  unsigned h = 5381;
#pragma osaca analyze
  while (*text)
    h = h * 33 ^ *text++;
  return h;
}
X

# What a report says of its only loop, without its places and what only a compiler can know.
said_of_loop() {
  "$osaca" "$@" --format json >"$work/json" 2>"$work/err" || fail "$*: $(cat "$work/err")"
  [ "$(grep -c '"prediction"' "$work/json")" = 1 ] || fail "$*: not one loop"
  sed -n '/"prediction"/,/"findings"/p' "$work/json" |
    grep -v -e '"line"' -e '"column"' -e '"file"' -e 'source_iteration' -e '"text"' -e '"taken_probability"' | sed 's/,$//'
}

for source in pi stencil hash; do
  for options in -O1 "-O1 -g" "-O2 -fno-unroll-loops -fno-tree-vectorize"; do
    "$compiler" $options -S "$work/$source.c" -Wno-unknown-pragmas -o "$work/$source.s" 2>"$work/err" ||
      fail "$source $options: $(cat "$work/err")"
    said_of_loop analyze --arch $arch "$work/$source.s" >"$work/expected"
    "$compiler" $options -fplugin="$plugin" -fplugin-arg-osaca-driver="$osaca" -fplugin-arg-osaca-arch=$arch \
      -fplugin-arg-osaca-report="$work/report.json" -c "$work/$source.c" -o "$work/o.o" 2>"$work/err" ||
      fail "$source $options: $(cat "$work/err")"
    said_of_loop show "$work/report.json" >"$work/actual"
    [ "$(wc -l <"$work/expected")" -gt 40 ] || fail "$source $options: hardly anything is said of the loop"
    diff "$work/expected" "$work/actual" >"$work/diff" || fail "$source $options: another report: $(head -20 "$work/diff")"
  done
done
finish
