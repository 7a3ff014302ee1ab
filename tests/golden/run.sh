#!/bin/sh
# Runs one golden case: run.sh OSACA CASE [rebase]
#
# A case is one file of sections, each begun by a line "--- WORD [argument]":
#   --- run              one shell command; `osaca` is the program under test; its folder holds nothing but the files below
#   --- file NAME        a file for it to find
#   --- stdin            what it reads (default: nothing)
#   --- status N         the exit status it must have (default: 0)
#   --- stdout           what it must print; likewise --- stderr. A missing section is not looked at.
# Text before the first section says what is tested. In the expected text a line "..." stands for any number of lines, and
# "{*}" within a line for anything. With "rebase" the expected text is replaced by what was printed.
set -u
osaca=$1
case_file=$2
mode=${3:-check}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
mkdir "$work/cwd" "$work/want" "$work/got" "$work/bin"
: >"$work/stdin"
ln -s "$osaca" "$work/bin/osaca"

awk -v work="$work" '
  /^--- / {
    out = ""
    if ($2 == "file") out = work "/cwd/" $3
    else if ($2 == "run") out = work "/run"
    else if ($2 == "stdin") out = work "/stdin"
    else if ($2 == "status") print $3 > (work "/want/status")
    else if ($2 == "stdout" || $2 == "stderr") out = work "/want/" $2
    else { print FILENAME ":" FNR ": unknown section " $2; exit 1 }
    if (out != "") printf "" > out
    next
  }
  out != "" { print > out }
' "$case_file" || exit 1
[ -f "$work/want/status" ] || echo 0 >"$work/want/status"

(
  cd "$work/cwd" || exit 99
  PATH=$work/bin:$PATH
  export PATH
  unset NO_COLOR COLUMNS
  sh "$work/run" <"$work/stdin" >"$work/got/stdout" 2>"$work/got/stderr"
)
echo $? >"$work/got/status"

if [ "$mode" = rebase ]; then
  awk -v work="$work" '
    function paste(name,   line) { while ((getline line < (work "/got/" name)) > 0) print line }
    /^--- / { skip = 0 }
    /^--- status/ { printf "--- status "; paste("status"); next }
    /^--- stdout/ || /^--- stderr/ { print; paste($2); skip = 1; next }
    !skip { print }
  ' "$case_file" >"$work/new" && cp "$work/new" "$case_file"
  exit
fi

# matches WANTED GOT: wanted lines in order; "..." skips lines up to the next one that matches.
matches() {
  awk '
    function pattern(text,   out, i, c, at) {
      out = ""
      while ((at = index(text, "{*}")) > 0) {
        out = out literal(substr(text, 1, at - 1)) ".*"
        text = substr(text, at + 3)
      }
      return "^" out literal(text) "$"
    }
    function literal(text) { gsub(/[][\\.^$*+?(){}|\/]/, "\\\\&", text); return text }
    NR == FNR { want[++wanted] = $0; next }
    { got[++count] = $0 }
    END {
      position = 1
      skipping = 0
      for (i = 1; i <= wanted; i++) {
        if (want[i] == "...") { skipping = 1; continue }
        expression = pattern(want[i])
        while (position <= count && got[position] !~ expression && skipping) position++
        if (position > count || got[position] !~ expression) {
          print "expected: " want[i]
          print "but got:  " (position <= count ? got[position] : "(end)")
          exit 1
        }
        position++
        skipping = 0
      }
      if (position <= count && !skipping) { print "unexpected: " got[position]; exit 1 }
    }
  ' "$1" "$2"
}

failed=0
for what in status stdout stderr; do
  [ -f "$work/want/$what" ] || continue
  if ! matches "$work/want/$what" "$work/got/$what"; then
    echo "^ $what differs in $case_file"
    failed=1
  fi
done
if [ $failed -ne 0 ]; then
  for what in stdout stderr; do
    echo "--- $what was:"
    cat "$work/got/$what"
  done
fi
exit $failed
