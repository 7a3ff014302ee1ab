# Helpers of the tests of `osaca scan`. Arguments of every test: OSACA-SCAN OSACA COMPILERS... (C compilers to check with).
scan=$1
driver=$2
shift 2
compilers=$*
work=$(cd "$(mktemp -d)" && pwd -P)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
failures=0
mkdir -p "$work/project/build"
cd "$work/project" || exit 1

fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}

expect() { # what, expected, got
  [ "$2" = "$3" ] || fail "$1: expected
$2
but got
$3"
}

expect_in() { # what, text, file
  grep -qF -- "$2" "$3" || fail "$1: no '$2' in: $(cat "$3")"
}

# Compile commands for the sources named: database 'OPTIONS' FILE...
database() {
  options=$1
  shift
  separator='['
  for source in "$@"; do
    case $source in *.c) tool=cc ;; *) tool=c++ ;; esac
    printf '%s\n{"directory":"%s","file":"%s","command":"%s %s -c %s -o x.o"}' \
      "$separator" "$PWD" "$source" "$tool" "$options" "$source"
    separator=,
  done >build/compile_commands.json
  printf ']\n' >>build/compile_commands.json
}

# Places, kinds, depth, innermost and annotated, one loop a line: "a.c:3:5 for 1 yes".
listed() {
  "$scan" -p build "$@" | sed -n '/^place/d; /^$/q; p' | tr -s ' ' | sed 's/ *$//'
}

# The bytes of all sources.
sum() { find . -path ./build -prune -o -type f -exec cksum {} + | sort; }

check_syntax() { # files
  for compiler in $compilers; do
    for file in "$@"; do
      "$compiler" -fsyntax-only -Wall -Wextra -Werror -Wno-unknown-pragmas -fopenmp "$file" ||
        fail "$compiler does not take $file: $(cat "$file")"
    done
  done
}

finish() {
  [ "$failures" -eq 0 ] && echo "all as expected"
  exit $((failures > 0))
}
