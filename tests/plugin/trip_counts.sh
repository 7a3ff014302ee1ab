#!/bin/sh
# Trip counts of nests tell where data are at nearest, and contradict who says that they are nearer. The fourth argument is the driver.
. "$(dirname "$0")/lib.sh"
driver=$4
case $("$compiler" -dumpmachine) in
x86_64*) ;;
*) echo "made for x86-64 cores"; exit 0 ;;
esac

cat >"$work/trips.c" <<'END'
double big[6000000], other[6000000], some[40000], m[2000][3000], few[500];
void once(double by) {
#pragma osaca analyze
  for (int i = 0; i < 6000000; i++)
    big[i] = other[i] * by;
}
void wrong(double by) {
#pragma osaca analyze data(L2)
  for (int i = 0; i < 6000000; i++)
    other[i] = big[i] + by;
}
void repeated(double by) {
  for (int t = 0; t < 1000; t++)
#pragma osaca analyze
    for (int i = 0; i < 40000; i++)
      some[i] = some[i] * by + t;
}
void fits(double by) {
  for (int t = 0; t < 1000; t++)
#pragma osaca analyze
    for (int i = 0; i < 500; i++)
      few[i] = few[i] * by + t;
}
void nest(double by) {
  for (int j = 0; j < 2000; j++)
#pragma osaca analyze
    for (int i = 0; i < 3000; i++)
      m[j][i] *= by;
}
void sometimes(double by, const int *which) {
  for (int j = 0; j < 2000; j++)
    if (which[j])
#pragma osaca analyze
      for (int i = 0; i < 3000; i++)
        m[j][i] *= by;
}
void window(double by) {
  for (int j = 0; j < 3000; j++)
#pragma osaca analyze
    for (int i = 0; i < 500; i++)
      few[i] += big[i + j] * by;
}
void unknown(double by, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    big[i] = other[i] * by;
}
END

# BYTES NEAREST-LEVEL of a function's first loop that trip counts tell of, then its level of data and who tells it.
told_of() {
  awk -v wanted="\"$1\"," '
    function text() { gsub(/[",]/, "", $2); return $2 }
    $1 == "\"function\":" { is_wanted = $2 == wanted && !was_seen; was_seen = was_seen || is_wanted }
    !is_wanted { next }
    $1 == "\"data_in\":" { level = text() }
    $1 == "\"data_told_by\":" { who = text() }
    $1 == "\"footprint\":" { is_inside = 1 }
    is_inside && $1 == "\"bytes\":" { bytes = $2 + 0 }
    is_inside && $1 == "\"nearest_level\":" { nearest = text(); is_inside = 0 }
    END { print bytes, nearest, level, who }' "$work/r.json"
}
expect() { # options, function, bytes, nearest level, level of the data, who tells it
  options=$1
  shift
  [ "$(told_of "$1")" = "$2 $3 $4 $5" ] || fail "$options: of $1 '$(told_of "$1")' is told, not '$2 $3 $4 $5'"
}

# At -O3 GCC runs several rows and sweeps at once, of which it says less.
for options in -O2 "-O2 -mavx2"; do
  "$compiler" $options -fplugin="$plugin" -fplugin-arg-osaca-driver="$driver" -fplugin-arg-osaca-arch=emeraldrapids \
    -fplugin-arg-osaca-report="$work/r.json" -c "$work/trips.c" -o "$work/o.o" 2>"$work/err" || fail "$options: does not compile"
  expect "$options" once 96000000 L3 L3 trip
  expect "$options" wrong 96000000 L3 L2 said
  expect "$options" repeated 320000 L2 L2 trip
  expect "$options" fits 4000 L1 "" ""
  expect "$options" nest 48000000 L3 L3 trip
  expect "$options" sometimes 24000 L1 "" ""
  expect "$options" window 8000 L1 "" ""
  expect "$options" unknown "" "" "" ""
  grep -q 'data in L3, the nearest level that is large enough: its trip counts imply 91.6 MiB' "$work/err" || fail "$options: a remark on data far away"
  grep -q 'data in L2, as specified; but its trip counts imply 91.6 MiB' "$work/err" || fail "$options: a remark on what contradicts"
done
"$compiler" -O3 -mavx2 -fplugin="$plugin" -fplugin-arg-osaca-driver="$driver" -fplugin-arg-osaca-arch=emeraldrapids \
  -fplugin-arg-osaca-report="$work/r.json" -c "$work/trips.c" -o "$work/o.o" 2>"$work/err" || fail "-O3: does not compile"
for function in fits sometimes window unknown; do
  case $(told_of $function) in *" L1  " | "   ") ;; *) fail "-O3: of $function '$(told_of $function)' is told" ;; esac
done
finish
