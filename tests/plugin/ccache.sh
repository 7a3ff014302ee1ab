#!/bin/sh
# With ccache, an object that comes out of the cache brings its report and the compiler's notes along.
. "$(dirname "$0")/lib.sh"
osaca=$4
command -v ccache >/dev/null || { echo "left out: there is no ccache"; exit 0; }
case $("$compiler" -dumpmachine) in x86_64*) arch=zen4 ;; aarch64*) arch=v2 ;; *) arch=sifive-p670 ;; esac

# Nothing of the user's own cache or settings.
for name in $(env | sed -n 's/^\(CCACHE_[A-Z_]*\)=.*/\1/p'); do unset "$name"; done
CCACHE_DIR=$work/cache CCACHE_CONFIGPATH=$work/none CCACHE_NOHASHDIR=1
export CCACHE_DIR CCACHE_CONFIGPATH CCACHE_NOHASHDIR
cp "$plugin" "$work/osaca.so"
cp "$osaca" "$work/driver"
cd "$work" || exit 1
cat >unit.c <<'END'
double sum(const double *a, int n) {
  double s = 0;
#pragma osaca analyze
  for (int i = 0; i < n; ++i) s += a[i];
  return s;
}
END

compile() { # object, arguments of the plugin...
  object=$1
  shift
  ccache -z >/dev/null
  ccache "$compiler" -O2 -fplugin="$work/osaca.so" -fplugin-arg-osaca-driver="$work/driver" "$@" -c unit.c -o "$object" \
    2>notes || fail "$object does not compile: $(cat notes)"
  grep -q "unit.c:4:3: $said: osaca: .* cycles per iteration" notes || fail "$object: no notes: $(cat notes)"
}
count() { ccache --print-stats | awk -v key="$1" '$1 == key {print $2}'; }
hits() { echo $(($(count direct_cache_hit) + $(count preprocessed_cache_hit))); }
is_hit() { [ "$(hits)" = 1 ] || fail "$1: not from the cache: $(ccache --print-stats | grep -v '	0$' | tr '\n' ' ')"; }
is_miss() { [ "$(hits)" = 0 ] && [ "$(count cache_miss)" = 1 ] || fail "$1: not compiled anew: $(ccache --print-stats | grep -v '	0$' | tr '\n' ' ')"; }

with="-fplugin-arg-osaca-embed -fplugin-arg-osaca-arch=$arch"
compile first.o $with && is_miss "the first compile"
cp notes first.notes
compile second.o $with && is_hit "the second compile"
cmp first.notes notes || fail "other notes come out of the cache"
cmp first.o second.o || fail "another object comes out of the cache"
"$osaca" report --format tables first.o | grep -v '^objects:' >first.txt &&
  "$osaca" report --format tables second.o | grep -v '^objects:' >second.txt || fail "no report"
cmp first.txt second.txt || fail "another report comes out of the cache"
grep -q '^source: *unit.c:4:3' second.txt || fail "not the loop's report: $(head -5 second.txt)"

# The same source in another place, as another checkout has it.
mkdir elsewhere && cp unit.c elsewhere && cd elsewhere && compile third.o $with && is_hit "another folder"
"$osaca" report --format tables third.o | grep -v "^objects:" | cmp - ../first.txt || fail "another report in another folder"
cd ..

# What changes the report must not be taken from the cache: another argument, another plugin, ...
compile o.o $with -fplugin-arg-osaca-fixed && is_miss "another argument"
printf ' ' >>osaca.so
compile o.o $with && is_miss "another plugin"
compile o.o $with && is_hit "the same plugin again"
# ... and another driver, if ccache is told to look at it (as the documentation says).
CCACHE_EXTRAFILES=$work/driver
export CCACHE_EXTRAFILES
compile o.o $with && is_miss "the first compile with extra files"
compile o.o $with && is_hit "the same driver"
printf ' ' >>driver
compile o.o $with && is_miss "another driver"
finish
