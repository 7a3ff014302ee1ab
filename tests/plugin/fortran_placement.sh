#!/bin/sh
# Where Fortran's directive may stand, in both forms, behind the preprocessor and in included files: each EXPECT comment of the
# sources against the capture. Then what is said of directives that mean nothing.
. "$(dirname "$0")/lib.sh"

for source in placement.f90 placement.f placement_cpp.F90; do
  file=$here/sources/$source
  sed -n '/EXPECT [a-z_]* [+=]/{=;s/.*EXPECT \([a-z_]*\) \([+=]\)\([0-9]*\).*/\1 \2 \3/p;}' "$file" | paste - - |
    while read -r line status sign number; do
      [ "$sign" = = ] || number=$((line + number))
      echo "$number $status"
    done >"$work/expected"
  [ -s "$work/expected" ] || fail "$source expects nothing"
  for options in "-O2" "-O2 -g -pipe" "-O1" "-O0"; do
    rm -f "$work/capture.json"
    # shellcheck disable=SC2086
    with_plugin "$compiler" -fopenmp $options -J "$work" -c "$file" -o "$work/o.o" 2>"$work/err" ||
      fail "$source does not compile: $(cat "$work/err")"
    annotations | cut -d' ' -f1,2 >"$work/actual"
    diff "$work/expected" "$work/actual" || fail "$source $options: line and status of each directive"
  done
done
grep -q '"expectations":"expect(cycles <= 100)"' "$work/capture.json" && fail "an expectation of another file"
with_plugin "$compiler" -fopenmp -O2 -J "$work" -c "$here/sources/placement.f90" -o "$work/o.o" 2>"$work/err"
grep -q '"expectations":"expect(cycles <= 100)"' "$work/capture.json" || fail "what follows the directive reaches the driver"
for reason in "it follows code on the same line" "it is between two lines of one statement" "no do loop follows it" "no code was generated for it"; do
  annotations | grep -q "$reason" || fail "not said: $reason"
done

# -fopenmp makes code of what stands behind !$, and without it the next statement is another one.
with_plugin "$compiler" -O2 -J "$work" -c "$here/sources/placement.f90" -o "$work/o.o" 2>"$work/err"
line=$(grep -n '!\$ do i' "$here/sources/placement.f90" | cut -d: -f1)
annotations | grep -q "^$line found" && fail "a conditional line without -fopenmp"

# The words of the directive. The loop goes on in the next line, and so does the directive.
cat >"$work/words.f90" <<'X'
subroutine words(a, n)
  integer :: n, i
  real :: a(n)
  !OSACA$ analyse
  do i = 1, n; a(i) = a(i)*2; end do
  !OSACA$
  do i = 1, n; a(i) = a(i)*3; end do
  !$OSACA analyze
  do i = 1, n; a(i) = a(i)*5; end do
  !OSACA$ analyze no(calls) & ! comment
  !OSACA$ & no(divider)
  do i = &
     1, n
    a(i) = a(i)*7
  end do
end subroutine
X
with_plugin "$compiler" -O2 -fdiagnostics-plain-output -c "$work/words.f90" -o "$work/o.o" 2>"$work/err" ||
  fail "odd words break the compile"
grep -q "words.f90:4:3: note: osaca: unknown '!OSACA\$ analyse' .*did you mean '!OSACA\$ analyze'" "$work/err" || fail "a wrong word: $(cat "$work/err")"
grep -q "words.f90:6:3: note: osaca: .*write '!OSACA\$ analyze'" "$work/err" || fail "no word: $(cat "$work/err")"
grep -q "words.f90:8:3: note: osaca: '!\$OSACA' is ignored" "$work/err" || fail "a wrong sentinel: $(cat "$work/err")"
grep -q '"expectations":"no(calls) no(divider)"' "$work/capture.json" || fail "a directive of two lines: $(cat "$work/capture.json")"
[ "$(annotations)" = "12 found " ] || fail "further words: $(annotations)"
grep -q "words.f90:12:3: note: osaca: the fake driver was here" "$work/err" || fail "the note is not at the loop: $(cat "$work/err")"

# The form is the option's before it is the name's; 72 columns can be more.
printf '      subroutine s(a, n)\n      integer n, i\n      real a(n)\n*osaca$ analyze\n%80sdo i = 1, n\n      a(i) = a(i)*2\n      end do\n      end\n' '' >"$work/form.f90"
with_plugin "$compiler" -O1 -ffixed-form -ffixed-line-length-none -c "$work/form.f90" -o "$work/o.o" 2>"$work/err" || fail "-ffixed-form: $(cat "$work/err")"
[ "$(annotations)" = "5 found " ] || fail "-ffixed-form: $(annotations)"
printf 'subroutine s(a, n)\n integer n, i\n real a(n)\n !osaca$ analyze\n do i = 1, n\n a(i) = a(i)*2\n end do\n end\n' >"$work/form.f"
with_plugin "$compiler" -O1 -ffree-form -c "$work/form.f" -o "$work/o.o" 2>"$work/err" || fail "-ffree-form: $(cat "$work/err")"
[ "$(annotations)" = "5 found " ] || fail "-ffree-form: $(annotations)"

# Of two options that say what a D in the first column means the last one counts.
printf '      subroutine s(a, n)\n      integer n, i\n      real a(n)\n!osaca$ analyze\nd     a(1) = 3\n      do i = 1, n\n      a(i) = a(i)*2\n      end do\n      end\n' >"$work/debug.f"
d_lines() { # what is expected, options...
  expected=$1
  shift
  with_plugin "$compiler" -O1 "$@" -c "$work/debug.f" -o "$work/o.o" 2>"$work/err" || fail "$*: $(cat "$work/err")"
  [ "$(annotations | cut -d' ' -f1,2)" = "$expected" ] || fail "$*: $(annotations)"
}
d_lines "6 found" -fd-lines-as-comments
d_lines "4 not_a_loop" -fd-lines-as-code
d_lines "6 found" -fd-lines-as-code -fd-lines-as-comments
d_lines "4 not_a_loop" -fd-lines-as-comments -fd-lines-as-code

# The preprocessor copies a file as often as it is included, and each copy is one inclusion: no loop is asked for twice. What follows
# is asked for as well.
cat >"$work/body.inc" <<'X'
  !OSACA$ analyze
  do i = 1, n
    a(i) = a(i)*2
  end do
X
for times in 3 150; do
  awk -v times=$times 'function head(name) { print "subroutine " name "(a, n)\ninteger :: n, i\nreal :: a(n)" }
    BEGIN { for (k = 1; k <= times; ++k) { head("s" k); print "#include \"body.inc\"\nend subroutine" }
            head("last"); print "!OSACA$ analyze\ndo i = 1, n; a(i) = a(i)*3; end do\nend subroutine" }' >"$work/copies.F90"
  with_plugin "$compiler" -O1 -c "$work/copies.F90" -o "$work/o.o" 2>"$work/err" || fail "$times copies: $(cat "$work/err")"
  { yes '2 found ' | head -n $times; echo "$((5 * times + 5)) found "; } >"$work/expected"
  annotations | diff "$work/expected" - >"$work/differences" || fail "$times copies of a directive: $(head -n 20 "$work/differences")"
done

# A unit none of whose procedures is used: the compiler hands over nothing, and the loop is accounted for all the same.
cat >"$work/unused.f90" <<'X'
module unused
  private
contains
  subroutine nobody(a)
    real :: a(:)
    !OSACA$ analyze
    a = a*2
    !OSACA$ analyze
    do i = 1, size(a); a(i) = a(i) + 1; end do
  end subroutine
end module
X
# (From GCC 16 on there is code: a submodule may use it.)
unused_expected="6 not_a_loop;9 vanished;"
"$compiler" -O2 -J "$work" -S "$work/unused.f90" -o "$work/o.s" 2>"$work/err" || fail "an unused procedure: $(cat "$work/err")"
! grep -q nobody "$work/o.s" || unused_expected="7 found;9 found;"
mkdir "$work/reports"
with_plugin "$compiler" -O2 -J "$work" -fplugin-arg-osaca-report_dir="$work/reports" -c "$work/unused.f90" -o "$work/o.o" 2>"$work/err"
annotations >"$work/actual"
[ "$(cut -d' ' -f1,2 "$work/actual" | tr '\n' ';')" = "$unused_expected" ] || fail "an unused procedure: $(cat "$work/actual")"

# What comes from a pipe is gone; that is said. The preprocessor keeps it.
with_plugin "$compiler" -O1 -ffree-form -x f95 -c - -o "$work/o.o" <"$work/form.f" 2>"$work/err" || fail "standard input: $(cat "$work/err")"
[ "$(grep -c "cannot be read a second time" "$work/err")" = 1 ] || fail "standard input: $(cat "$work/err")"
with_plugin "$compiler" -O1 -ffree-form -x f95-cpp-input -c - -o "$work/o.o" <"$work/form.f" 2>"$work/err" || fail "standard input: $(cat "$work/err")"
[ "$(annotations)" = "5 found " ] || fail "standard input, preprocessed: $(annotations)"

# function= and all.
with_plugin "$compiler" -O1 -fplugin-arg-osaca-function=plain -J "$work" -c "$here/sources/placement.f90" -o "$work/o.o" 2>"$work/err"
grep -q '"kind":"function","status":"found"' "$work/capture.json" && fail "a loop with a directive is asked for by it"
cat >"$work/named.f90" <<'X'
subroutine Wanted(a, n)
  integer :: n, i
  real :: a(n)
  do i = 1, n
    a(i) = a(i)*2
  end do
end subroutine
subroutine other(a, n)
  integer :: n
  real :: a(n)
  a = a*2
end subroutine
X
for name in wanted Wanted; do
  with_plugin "$compiler" -O1 -fplugin-arg-osaca-function=$name -c "$work/named.f90" -o "$work/o.o" 2>"$work/err"
  [ "$(annotations)" = "4 found " ] || fail "function=$name: $(annotations)"
done
with_plugin "$compiler" -O1 -fplugin-arg-osaca-all -c "$work/named.f90" -o "$work/o.o" 2>"$work/err"
[ "$(annotations | tr '\n' ';')" = "4 found ;11 found ;" ] || fail "all: $(annotations)"
rm -f "$work/calls"
with_plugin "$compiler" -O1 -fplugin-arg-osaca-function=nobody -c "$work/named.f90" -o "$work/o.o" 2>"$work/err"
grep -q "no function .*nobody" "$work/err" || fail "nothing said about a function that is not there"
finish
