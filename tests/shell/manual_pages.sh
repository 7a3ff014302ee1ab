# manual_pages.sh OSACA SCRATCH INSTALLED: the pages are proper, and have what --help has. INSTALLED is the folder with
# the pages that the build installs: one for each command.
set -u
osaca=$1
scratch=$2
installed=$3
rm -rf "$scratch"
mkdir -p "$scratch"
cd "$scratch" || exit 1
failures=0
fail() { printf 'failed: %s\n' "$*"; failures=$((failures + 1)); }

check_page() { # file
  head -n 1 "$1" | grep -q '^\.TH ' || fail "$1 does not begin with .TH"
  for section in NAME SYNOPSIS DESCRIPTION 'SEE ALSO'; do
    grep -q "^\.SH $section" "$1" || fail "$1 has no section $section"
  done
  # whatis(1) reads this line.
  sed -n '/^\.SH NAME/{n;p;}' "$1" | grep -q '^osaca[a-z\\-]* \\- .' || fail "$1: no summary below NAME"
  if command -v groff >/dev/null; then
    said=$(groff -man -Tascii -ww -z "$1" 2>&1)
    [ -z "$said" ] || fail "groff on $1: $said"
    groff -man -Tascii -P-cbou "$1" > "$1.txt"
  fi
  if command -v man >/dev/null; then
    said=$(LC_ALL=C MANROFFSEQ= MANWIDTH=80 man --warnings -E ascii -l "./$1" 2>&1 >/dev/null)
    [ -z "$said" ] || fail "man on $1: $said"
  fi
}

"$osaca" manpage > osaca.1 || fail "no page of osaca itself"
check_page osaca.1
commands=$("$osaca" --help | sed -n 's/^  \([a-z]*\)  *[a-z].*/\1/p' | sort -u | grep -v '^osaca$')
for command in $commands; do
  grep -q "osaca.-$command (1)" osaca.1 || fail "osaca(1) does not name $command"
  case $command in
    measure | model) [ -x "${osaca%/*}/osaca-measure" ] || continue ;;
    scan) [ -x "${osaca%/*}/osaca-scan" ] || continue ;;
  esac
  "$osaca" manpage "$command" > "osaca-$command.1" || fail "no page of $command"
  check_page "osaca-$command.1"
  [ -f "$installed/osaca-$command.1" ] || [ -f "$installed/osaca-$command.1.gz" ] || fail "no installed page of $command"
  for option in $("$osaca" "$command" --help | sed -n 's/^  *\(-[^ ]*\) .*/\1/p' | tr ',' '\n' | grep '^--'); do
    sed 's/\\//g' "osaca-$command.1" | grep -q -e "$option" || fail "osaca-$command(1) has no $option"
  done
done
"$osaca" manpage nonsense > nonsense.1 2> said && fail "a page of a command that there is not"
grep -q "no command 'nonsense'" said || fail "it is not said what is wrong: $(cat said)"
[ $failures = 0 ]
