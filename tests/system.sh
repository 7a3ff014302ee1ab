#!/bin/sh
# system.sh SUITE FOLDER [STEP...]
# Installs another Debian (SUITE: bookworm, trixie or sid) in a folder, and tests a fresh clone of the committed project there.
# Run it as root. It needs mmdebstrap, a network and 12 GB. The output is in FOLDER/root/STEP.log.
#
#   make       install the system, once; the downloads may take an hour
#   clone      clone the committed project; an earlier build is kept
#   demo       ./setup demo
#   test       ./setup test
#   compilers  for every compiler of that system: the plugin loads and reports, and objects do not change
#   packages   run cpack, then install and use the packages
set -eu

[ $# -ge 2 ] || { sed -n '2,11s/^# \{0,1\}//p' "$0"; exit 2; }
suite=$1
folder=$2
shift 2
[ $# -gt 0 ] || set -- make clone demo compilers
source=$(cd "$(dirname "$0")/.." && pwd)
mirror=http://deb.debian.org

say() { printf '== %s: %s\n' "$(date -u +%H:%M)" "$*"; }

# The folder's own root, with mounts that nobody else sees and that are gone afterwards.
inside() {
  unshare --mount sh -c '
    folder=$1; shift
    mount -t proc proc "$folder/proc" && mount --rbind /dev "$folder/dev" && cp /etc/resolv.conf "$folder/etc/resolv.conf" || exit 1
    exec chroot "$folder" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 sh -euc "cd /root/osaca; $*"' sh "$folder" "$@"
}

step_make() {
  [ ! -e "$folder/etc/os-release" ] || return 0
  # LLVM 22 is among the security updates of stable releases. What sid's lists promise ends with every day.
  {
    echo "deb $mirror/debian $suite main"
    [ "$suite" = sid ] || printf 'deb %s/debian %s-updates main\ndeb %s/debian-security %s-security main\n' $mirror "$suite" $mirror "$suite"
  } | mmdebstrap --variant=apt --include=ca-certificates,git --aptopt='Acquire::Check-Valid-Until "false"' "$suite" "$folder" -
  mkdir -p "$folder/root/osaca"
}

step_clone() {
  rm -rf "$folder/root/new"
  git clone -q "$source" "$folder/root/new"
  [ ! -e "$folder/root/osaca/build" ] || mv "$folder/root/osaca/build" "$folder/root/new/build"
  rm -rf "$folder/root/osaca"
  mv "$folder/root/new" "$folder/root/osaca"
}

step_demo() { inside ./setup demo; }
step_test() { inside ./setup test; }

step_compilers() {
  inside '
    ./setup deps
    cmake --preset dev
    plugins=$(ninja -C build/dev -t targets all | grep -o "^osaca_plugin_[a-z0-9_-]*" | sort -u)
    cmake --build --preset dev -t osaca osaca_conformance $plugins
    ctest --test-dir build/dev -j "$(nproc)" --output-on-failure -R "^(plugin\.(loads|placement|same_report|identity|embed)|conformance)\."'
}

step_packages() {
  inside '
    ./setup deps
    cmake --preset release -DOSACA_TESTS=OFF
    cmake --build --preset release
    apt-get install -y --no-install-recommends dpkg-dev file
    (cd build/release && rm -f ./*.deb && cpack -G DEB)
    apt-get install -y --no-install-recommends ./build/release/*.deb
    osaca --version
    for plugin in /usr/lib/osaca/*/osaca.so; do
      identity=$(basename "$(dirname "$plugin")")
      case $identity in
        gcc-*) rest=${identity#gcc-}; compiler=${rest#*-}-gcc-${rest%%-*} ;;
        *) compiler=$identity ;;
      esac
      case $identity in *aarch64*) arch=neoverse-v2 ;; *riscv64*) arch=sifive-p670 ;; *) arch=zen4 ;; esac
      "$compiler" -O2 -fplugin=osaca.so -fplugin-arg-osaca-arch=$arch -c examples/dot.c -o /dev/null 2>&1 | grep -m 1 "osaca: .* cycles per iteration"
    done
    apt-get purge -y "osaca*"'
}

for step in "$@"; do
  say "$suite: $step"
  case $step in make | clone | demo | test | compilers | packages) ;; *) echo "system.sh: unknown step '$step'" >&2; exit 2 ;; esac
  log=$(mktemp)
  set +e
  (set -e; "step_$step") >"$log" 2>&1
  result=$?
  set -e
  mkdir -p "$folder/root"
  mv "$log" "$folder/root/$step.log"
  tail -n 3 "$folder/root/$step.log"
  [ $result -eq 0 ] || { say "FAILED; see $folder/root/$step.log"; exit 1; }
done
say "$suite: all steps passed"
