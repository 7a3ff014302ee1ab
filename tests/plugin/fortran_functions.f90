! The plugin's arguments `function` and `all` in Fortran, where the case of a name does not matter.
! REQUIRES: fortran
! RUN: %{folder}
! DEFINE: %{check} = FileCheck --match-full-lines --implicit-check-not="{{.}}" "%s"
! RUN: %{capture_fc} -O1 -fplugin-arg-osaca-function=wanted -c "%s" -o o.o
! RUN: %{show} annotations | %{check} --check-prefix=FUNCTION && rm capture.json
! RUN: %{capture_fc} -O1 -fplugin-arg-osaca-function=Wanted -c "%s" -o o.o
! RUN: %{show} annotations | %{check} --check-prefix=FUNCTION && rm capture.json
! RUN: %{capture_fc} -O1 -fplugin-arg-osaca-all -c "%s" -o o.o
! RUN: %{show} annotations | %{check} --check-prefix=ALL && rm capture.json

! A name that is not in the file is reported.
! RUN: %{capture_fc} -O1 -fplugin-arg-osaca-function=nobody -c "%s" -o o.o 2>errors
! RUN: FileCheck --input-file=errors --check-prefix=UNKNOWN "%s"
! UNKNOWN: no function {{.*}}nobody

! A loop that has a directive is not analysed a second time because of its function's name.
! RUN: %{capture_fc} -O1 -fplugin-arg-osaca-function=plain -J . -c %{sources}/placement.f90 -o o.o
! RUN: %{show} annotations | FileCheck --check-prefix=DIRECTIVE "%s"
! DIRECTIVE-NOT: function found

subroutine Wanted(a, n)
  integer :: n, i
  real :: a(n)
! FUNCTION: [[@LINE+2]] function found
! ALL: [[@LINE+1]] all found
  do i = 1, n
    a(i) = a(i)*2
  end do
end subroutine
subroutine other(a, n)
  integer :: n
  real :: a(n)
! ALL: [[@LINE+1]] all found
  a = a*2
end subroutine
