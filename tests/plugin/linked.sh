#!/bin/sh
# What the plugin says of the loops of a unit, `osaca annotated` says of the program that the unit is linked into.
#   linked.sh COMPILER PLUGIN C++-COMPILER DRIVER
set -u
. "$(dirname "$0")/lib.sh"
compiler=$1 plugin=$2 driver=$4
cp "$here"/sources/linked*.[ch] "$work"
cd "$work" || fail "no scratch folder"

case $("$compiler" -dumpmachine) in x86_64*) arch=zen4 wide=-march=x86-64-v3 ;; aarch64*) arch=v2 wide= ;; *) arch=sifive-p670 wide= ;; esac
"$compiler" -c linked_main.c -o main.o || fail "the program does not compile"
"$compiler" main.o linked.c -o linked -w 2>/dev/null || { echo "nothing can be linked for $("$compiler" -dumpmachine) here"; exit 0; }

for options in "-O1 -g" "-O2 -g" "-O3 -g $wide" "-O3 -gdwarf-4 $wide" "-O2 -g -ffunction-sections -Wl,--gc-sections" "-O2 -g1"; do
  "$compiler" $options -fplugin="$plugin" -fplugin-arg-osaca-arch=$arch -fplugin-arg-osaca-driver="$driver" \
    -fplugin-arg-osaca-report=unit.json -c linked.c -o linked.o >said 2>&1 || fail "$options: $(cat said)"
  "$compiler" $options linked.o main.o -o linked -w || fail "$options: the program does not link"
  "$driver" annotated --arch $arch --report program.json linked >said 2>&1 || fail "$options: $(cat said)"
  python3 "$here/compare_linked.py" unit.json program.json || fail "with $options"
done

# The same of all loops, whether or not they are annotated.
for options in "-O2 -g" "-O3 -g $wide"; do
  "$compiler" $options -fplugin="$plugin" -fplugin-arg-osaca-arch=$arch -fplugin-arg-osaca-driver="$driver" -fplugin-arg-osaca-all \
    -fplugin-arg-osaca-report=unit.json -c linked.c -o linked.o >said 2>&1 || fail "all, $options: $(cat said)"
  "$compiler" $options linked.o main.o -o linked -w || fail "$options: the program does not link"
  "$driver" annotated --all --arch $arch --format diagnostics --report program.json linked >said 2>&1 || fail "--all, $options: $(cat said)"
  python3 "$here/compare_linked.py" unit.json program.json || fail "all with $options"
  [ "$(grep -c 'note: osaca: [0-9]* loops of linked analysed; ' said)" = 1 ] || fail "--all, $options: nothing sums up: $(cat said)"
done

# Lines are all that is needed of debug information.
case $("$compiler" --version) in
*clang*)
  "$compiler" -O2 -gline-tables-only linked.c main.o -o linked -w
  "$driver" annotated --arch $arch --report lines.json linked >said 2>&1 || fail "-gline-tables-only: $(cat said)"
  "$compiler" -O2 -g linked.c main.o -o linked -w
  "$driver" annotated --arch $arch --report all.json linked >said 2>&1 || fail "$(cat said)"
  python3 "$here/compare_linked.py" all.json lines.json || fail "-gline-tables-only is not enough"

  # A source that was changed is not taken for what was compiled.
  sed -i '1i /* one line more */' linked.c
  "$driver" annotated --arch $arch --format diagnostics linked >said 2>&1
  grep -q "linked.c: annotated sources that have changed\|changed since they were compiled are ignored: linked.c" said ||
    fail "a changed source passes: $(cat said)"
  grep -q "linked.c:[0-9]*:" said && fail "loops of a changed source are shown"
  sed -i 1d linked.c
  ;;
esac

# Sources that have moved.
"$compiler" -O2 -g "$work/linked.c" main.o -o linked -w
mkdir moved && mv linked.c linked.h moved
"$driver" annotated --arch $arch --format diagnostics linked >said 2>&1
grep -q "cycles per iteration" said && fail "loops without their sources"
grep -q -- "--source-path OLD=NEW" said || fail "nothing says where the annotations are: $(cat said)"
"$driver" annotated --arch $arch --source-path "$work=$work/moved" --format diagnostics linked >said 2>&1 || fail "$(cat said)"
grep -q "moved/linked.c:10:3: note: osaca: .*cycles per iteration" said || fail "moved sources are not found: $(cat said)"
finish
