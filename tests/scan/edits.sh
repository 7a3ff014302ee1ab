# Putting pragmas in and taking them out: every form of line, as a patch and in place, there and back to the same bytes.
. "$(dirname "$0")/lib.sh"

cat >forms.c <<'END'
#define EACH(i, n) for (int i = 0; i < (n); ++i)
#define ONCE(x) do { x; } while (0)
void forms(double *a, int n, int m) {
	for (int i = 0; i < n; ++i)
		for (int j = 0; j < n; ++j)
			a[i] += j;
  if (n > 3) for (int i = 0; i < n; ++i) a[i] = 1;
  else for (int i = 0; i < n; ++i) a[i] = 2;
  if (n > 4)
    for (int i = 0; i < n; ++i) a[i] = 3;
  else
    while (n > 0) --n;
  switch (m) {
  case 1: for (int i = 0; i < n; ++i) a[i] = 4;
    break;
  case 2:
    do --m; while (m);
    break;
  default: for (int i = 0; i < n; ++i) for (int j = 0; j < n; ++j) a[i] = 5;
  }
again: for (int i = 0; i < n; ++i) a[i] = 6;
  if (m) goto again;
  /* one comment */ for (int i = 0; i < n; ++i) a[i] = 7;
  /* a comment
     that ends before */ for (int i = 0; i < n; ++i) a[i] = 8;
  if (m) \
    for (int i = 0; i < n; ++i) a[i] = 9;
  #pragma omp parallel for \
    schedule(static)
  for (int i = 0; i < n; ++i) a[i] = 10;
#pragma omp simd

  for (int i = 0; i < n; ++i) a[i] = 11;
  EACH(i, n) a[i] = 12;
  ONCE(
    for (int i = 0; i < n; ++i) a[i] = 13
  );
#if defined(NOT_HERE)
  for (;;) a[0] = 14;
#endif
  do { --n; } while (n > 0); for (int i = 0; i < n; ++i) a[i] = 15;
  const char *text = "for (;;) while";
  for (; *text; ++text) a[0] += *text; // for (;;)
}
END
cp forms.c gnu.c
sed -i 's/#pragma omp simd/#pragma GCC ivdep/' gnu.c
{ printf '\357\273\277'; sed 's/$/\r/' forms.c; } >marked.c
{ printf '// für\n'; cat forms.c; printf 'void last(int n) {\n  while (--n) ; }'; } >'no end.c'
printf 'void one(int n) { while (--n) ; }' >one.c
cp forms.c keeps_mode.c
chmod 640 keeps_mode.c
ln -s keeps_mode.c link.c
database '-fopenmp' forms.c gnu.c marked.c 'no\\ end.c' one.c link.c
sum >"$work/before"
count() { "$scan" -p build "$@" | tail -1 | sed 's/ loop.*//'; }

# By hand: 17 innermost loops in forms.c that stand in the file; one in a macro's definition, one in an argument.
expect "the number of innermost loops" 19 "$(count --innermost forms.c)"
"$scan" -p build --annotate innermost forms.c >"$work/patch" 2>"$work/err" || fail "--annotate"
expect "the number of added pragmas" 17 "$(grep -c '^+.*osaca analyze' "$work/patch")"
expect_in "what was left out" "1 loop in the definition of a macro" "$work/err"
expect_in "what was left out" "1 loop in the argument of a macro" "$work/err"
sum | cmp -s - "$work/before" || fail "a patch was asked for and a file changed"

# The pragma is in the right place: what the scan then calls annotated is what was asked for.
there_and_back() { # way of applying, --annotate's value, filter
  "$scan" -p build --annotate "$2" 2>/dev/null >"$work/patch"
  $1 "$work/patch" >/dev/null || fail "$1 does not take the patch for $2"
  plain=$("$scan" -p build $3 --format json | grep -c '"origin": "file"')
  expect "annotated of those asked for ($2)" "$plain" "$("$scan" -p build $3 --format json --annotated | grep -c '"origin": "file"')"
  check_syntax forms.c gnu.c marked.c 'no end.c' one.c
  sum >"$work/annotated"
  "$scan" -p build --annotate "$2" >"$work/again" 2>/dev/null
  [ -s "$work/again" ] && fail "annotated twice: $(cat "$work/again")"
  "$scan" -p build --remove >"$work/patch" 2>/dev/null
  $1 "$work/patch" >/dev/null || fail "$1 does not take the patch of --remove"
  sum | cmp - "$work/before" || fail "--remove does not give back what was before --annotate $2"
}
with_git() { git apply --whitespace=nowarn "$1"; }
with_patch() { patch -p1 --binary <"$1"; }
in_place() { :; }
for what in innermost all function=last; do
  filter=$(case $what in innermost) echo --innermost ;; all) ;; *) echo --function last ;; esac)
  command -v git >/dev/null && there_and_back with_git $what "$filter"
  command -v patch >/dev/null && there_and_back with_patch $what "$filter"
done

# In place gives what the patch gives, and keeps modes and links.
chmod 640 keeps_mode.c
"$scan" -p build --annotate all --in-place 2>/dev/null >"$work/out" || fail "--in-place"
[ -s "$work/out" ] && fail "--in-place prints: $(cat "$work/out")"
expect "a mode that stays" 640 "$(stat -c %a keeps_mode.c)"
[ -L link.c ] || fail "the symbolic link became a file"
sum >"$work/in_place"
expect "files left beside" '' "$(find . -name '*.osaca-*')"
"$scan" -p build --remove --in-place 2>/dev/null
if command -v git >/dev/null; then
  "$scan" -p build --annotate all 2>/dev/null | git apply --whitespace=nowarn -
  sum | cmp - "$work/in_place" || fail "--in-place differs from the patch"
  "$scan" -p build --remove --in-place 2>/dev/null
fi
sum | cmp - "$work/before" || fail "not back after --in-place"

# Where the lines go.
"$scan" -p build --annotate all forms.c 2>/dev/null >"$work/patch"
tab=$(printf '\t')
expect_in "a tab is the loop's indentation" "+$tab$tab#pragma osaca analyze" "$work/patch"
expect_in "an operator within a line" '+  else _Pragma("osaca analyze") for (int i' "$work/patch"
expect_in "an operator behind a continued line" '+    _Pragma("osaca analyze") for (int i = 0; i < n; ++i) a[i] = 9;' "$work/patch"
grep -A1 -F '+  #pragma osaca analyze' "$work/patch" | grep -qF '#pragma omp parallel for \' ||
  fail "our pragma is not above that of the loop: $(cat "$work/patch")"
"$scan" -p build --annotate all marked.c 2>/dev/null >"$work/patch"
expect "lines without carriage return in a file that has them everywhere" 0 "$(sed 1,2d "$work/patch" | grep '^[+]' | grep -vc "$(printf '\r')")"

# What others wrote stays.
cat >others.c <<'END'
#define ANALYZE _Pragma("osaca analyze")
void others(double *a, int n) {
#pragma GCC ivdep
# pragma  osaca   analyze
  for (int i = 0; i < n; ++i) a[i] = 1;
#pragma osaca analyze // the hot one
  for (int i = 0; i < n; ++i) a[i] = 2;
  ANALYZE for (int i = 0; i < n; ++i) a[i] = 3;
  _Pragma("osaca analyze")
  for (int i = 0; i < n; ++i) a[i] = 4;
  // #pragma osaca analyze
  a[0] = 5; /*
#pragma osaca analyze
  */
#pragma osaca analyze
  a[0] = 6;
}
END
database '' others.c
"$scan" -p build --remove others.c >"$work/patch" 2>"$work/err"
expect "lines removed" '-# pragma  osaca   analyze
-  _Pragma("osaca analyze")
-#pragma osaca analyze' "$(sed 1,2d "$work/patch" | grep '^-')"
expect_in "a pragma with a comment" "1 pragma on a line with other text" "$work/err"
expect_in "a pragma in a macro" "1 pragma in a macro" "$work/err"
"$scan" -p build --remove --function others >"$work/patch" 2>/dev/null
expect "lines removed of the function's loops" 2 "$(sed 1,2d "$work/patch" | grep -c '^-')"
finish
