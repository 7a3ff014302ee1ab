#!/bin/sh
# Installed into /usr/local and into /usr for real, the plugin is found by its name alone, by every compiler:
#   system_test.sh BUILD_DIR SOURCE_DIR CMAKE
# This machine does not notice: everything happens on top of overlays that only this process sees. Where that cannot be
# had (it takes root), the test is skipped.
set -eu
skipped=77

skip() { echo "skipped: $*"; exit $skipped; }

if [ "$1" != --inside ]; then
  [ "$(id -u)" = 0 ] || skip "not root"
  unshare --mount true 2>/dev/null || skip "no mount namespaces here"
  for prefix in /usr/local /usr; do
    status=0
    unshare --mount --propagation private sh "$0" --inside "$prefix" "$@" || status=$?
    [ $status = 0 ] || exit $status
  done
  [ ! -e /usr/local/lib/libosaca-plugin.so ] || echo "note: osaca is installed on this machine"
  exit 0
fi

prefix=$2 build=$3 source=$4 cmake=$5
layers=$(mktemp -d)
trap 'umount -l "$layers" 2>/dev/null; rmdir "$layers"' EXIT
mount -t tmpfs none "$layers" || skip "no tmpfs"
mkdir "$layers/usr" "$layers/usr-work" "$layers/etc" "$layers/etc-work"
for folder in usr etc; do
  mount -t overlay overlay -o "lowerdir=/$folder,upperdir=$layers/$folder,workdir=$layers/$folder-work" "/$folder" ||
    skip "no overlays here"
done
touch /usr/osaca-overlay-probe
[ -e "$layers/usr/osaca-overlay-probe" ] || skip "/usr is not overlaid"

"$cmake" --install "$build" --prefix "$prefix" >"$layers/log" || { cat "$layers/log"; exit 1; }
failures=0
tried=0

analyses() { # compiler, plugin, core
  tried=$((tried + 1))
  if ! "$1" -O2 -fplugin="$2" -fplugin-arg-osaca-arch="$3" -c "$source/examples/pi.c" -o /dev/null >"$layers/log" 2>&1 ||
    ! grep -q "osaca: .* on $3" "$layers/log"; then
    echo "FAILED: $prefix: $1 -fplugin=$2"
    cat "$layers/log"
    failures=$((failures + 1))
  fi
}

cd "$layers"
for implementation in "$build"/lib/osaca/*/osaca.so; do
  identity=$(basename "$(dirname "$implementation")")
  case $identity in
  clang-*) analyses "$identity" osaca.so zen4 ;;
  gcc-*)
    target=${identity#gcc-*-}
    major=${identity#gcc-}
    case $target in x86_64*) core=zen4 ;; aarch64*) core=v2 ;; *) core=sifive-p670 ;; esac
    compiler=$target-gcc-${major%%-*}
    analyses "$compiler" osaca.so $core
    analyses "$compiler" osaca $core
    ;;
  esac
done
cd /
[ $tried -gt 0 ] || { echo "FAILED: nothing to try in $build/lib/osaca"; exit 1; }
[ $failures = 0 ] && echo "$prefix: all $tried as expected"
exit $((failures > 0))
