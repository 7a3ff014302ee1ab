#!/bin/sh
# Everything that the gate has no time for; `./setup night` installs what it needs and runs it.
#
#   tests/night.sh [--hours N] [--only STEP] [PROJECT...]
#
# Steps: tests (all compilers with all sets of options, every way to build), apart (each source compiles by itself), tidy
# (clang-tidy on the sources that changed), asan (both shifts under the sanitizers), projects (objects of whole projects stay what
# they are, for each compiler with a plugin; PROJECT is a folder of C and C++ sources, default: parts of this one), systems (the
# plugins of all compilers of other Debian releases; as root, with 12 GB for each), fuzz (N hours, 4 by default, shared by the
# targets). A step that fails does not stop the next. The output of each is build/night/STEP.log; inputs that fuzzing found are in
# build/night/corpus. The step corpus runs only if it is named: it adds some of these inputs to the repository
# (docs/dev/fuzzing.md).
set -u
cd "$(dirname "$0")/.." || exit 2
hours=4
steps="tests apart tidy asan projects systems fuzz"
while [ $# -gt 0 ]; do
  case $1 in
  --hours) hours=$2; shift 2 ;;
  --only) steps=$2; shift 2 ;;
  -*) sed -n '4s/^# *//p' "$0"; exit 2 ;;
  *) break ;;
  esac
done
night=$PWD/build/night
mkdir -p "$night/corpus"
cores=$(nproc)

built() { # preset, targets...
  preset=$1
  shift
  cmake --preset "$preset" && cmake --build --preset "$preset" "$@"
}

tests() {
  built dev -t all osaca_night_programs && ctest --preset night -j "$cores"
}

apart() {
  built apart -t all osaca_night_programs
}

tidy() {
  built apart && tests/tidy.sh
}

# Installing is no business of the sanitizers.
asan() {
  built asan -t all osaca_night_programs && ctest --preset asan -j "$cores" -LE install
}

projects() {
  built release -DOSACA_TESTS=OFF || return 1
  failed=0
  for plugin in build/release/lib/osaca/*/osaca.so; do
    identity=$(basename "$(dirname "$plugin")")
    case $identity in
    gcc-*)
      rest=${identity#gcc-}
      compiler=${rest#*-}-gcc-${rest%%-*}
      ;;
    *) compiler=$identity ;;
    esac
    command -v "$compiler" >/dev/null || { echo "skipped: $compiler is not installed"; continue; }
    objcopy=$("$compiler" -print-prog-name=objcopy)
    for project in "$@"; do
      for embed in "" 1; do
        EMBED=$embed OBJCOPY=$objcopy sh tests/plugin/identity_on_project.sh "$compiler" "$PWD/$plugin" "$PWD/build/release/bin/osaca" "$project" ||
          failed=1
      done
    done
  done
  return $failed
}

# The compilers of this system are not all that users have.
systems() {
  failed=0
  for suite in trixie sid; do
    tests/system.sh $suite "$night/$suite" make clone demo compilers || failed=1
  done
  return $failed
}

fuzz() {
  built fuzz || return 1
  program=$PWD/build/fuzz/tests/fuzz/osaca-libfuzzer
  seeds=$PWD/build/fuzz/tests/fuzz/seeds
  targets=$(ls "$seeds")
  seconds=$(awk -v hours="$hours" -v cores="$cores" -v targets="$(echo "$targets" | wc -l)" \
    'BEGIN { printf "%d", hours * 3600 * cores / targets }')
  export program seeds night seconds
  echo "$targets" | xargs -P "$cores" -n 1 sh -c '
    target=$1
    python3 tests/fuzz/hunts.py unpack "$target" "$night/corpus/$target" || exit 1
    mkdir -p "$night/found" && cd "$night/found" || exit 1
    export OSACA_FUZZ_TARGET="$target"
    begin=$(date +%s)
    OSACA_FUZZ_DICTIONARY="$night/$target.dict" "$program"
    "$program" "$night/corpus/$target" -seed_inputs="@$seeds/$target" -dict="$night/$target.dict" -max_total_time="$seconds" \
      -timeout=10 -rss_limit_mb=2048 -artifact_prefix="$target-" -print_final_stats=1 >"$night/fuzz-$target.log" 2>&1
    status=$?
    echo "night: $(($(date +%s) - begin)) seconds" >>"$night/fuzz-$target.log"
    [ $status -eq 0 ] && exit 0
    echo "FAILED: $target: $(grep -m 1 -e ERROR -e "broken promise" "$night/fuzz-$target.log"); inputs: $night/found/$target-*"
    exit 1' sh
}

# Adds the smallest set of inputs that reaches all code to the corpus in the repository.
corpus() {
  program=$PWD/build/fuzz/tests/fuzz/osaca-libfuzzer
  export program night
  ls "$night/corpus" | xargs -P "$cores" -n 1 sh -c '
    target=$1
    rm -rf "$night/kept/$target" && mkdir -p "$night/kept/$target" || exit 1
    OSACA_FUZZ_TARGET="$target" "$program" -set_cover_merge=1 -max_len=2048 "$night/kept/$target" "$night/corpus/$target" \
      >"$night/corpus-$target.log" 2>&1 && python3 tests/fuzz/hunts.py keep "$target" "$night/kept/$target"' sh
}

[ $# -gt 0 ] || set -- examples plugin-common
result=0
for step in $steps; do
  echo "== $step: $(date -u +%H:%M)"
  if "$step" "$@" >"$night/$step.log" 2>&1; then
    echo "ok"
  else
    result=1
    echo "FAILED; the last lines of $night/$step.log:"
    tail -n 30 "$night/$step.log"
  fi
done
echo "== done: $(date -u +%H:%M)"
exit $result
