! The words of Fortran's directive: a misspelt or missing one is a note. A directive may be continued in the next line,
! and so may the loop.
! REQUIRES: fortran
! RUN: %{folder}
! RUN: %{capture_fc} -O2 -fdiagnostics-plain-output -c "%s" -o o.o 2>errors
! RUN: FileCheck --input-file=errors "%s"
! RUN: %{show} annotations | FileCheck --match-full-lines --check-prefix=LOOP --implicit-check-not="{{.}}" "%s"
! RUN: %{show} json | FileCheck --check-prefix=WORDS "%s"

subroutine words(a, n)
  integer :: n, i
  real :: a(n)
! CHECK-DAG: f90:[[@LINE+1]]:3: note: osaca: unknown '!OSACA$ analyse' {{.*}}did you mean '!OSACA$ analyze'
  !OSACA$ analyse
  do i = 1, n; a(i) = a(i)*2; end do
! CHECK-DAG: f90:[[@LINE+1]]:3: note: osaca: {{.*}}write '!OSACA$ analyze'
  !OSACA$
  do i = 1, n; a(i) = a(i)*3; end do
! CHECK-DAG: f90:[[@LINE+1]]:3: note: osaca: '!$OSACA' is ignored
  !$OSACA analyze
  do i = 1, n; a(i) = a(i)*5; end do
! CHECK-DAG: f90:[[@LINE+5]]:3: note: osaca: the fake driver was here
! LOOP: [[@LINE+4]] pragma found
! WORDS: "expectations": "no(calls) no(divider)"
  !OSACA$ analyze no(calls) & ! comment
  !OSACA$ & no(divider)
  do i = &
     1, n
    a(i) = a(i)*7
  end do
end subroutine
