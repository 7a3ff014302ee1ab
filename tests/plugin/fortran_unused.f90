! No procedure of this module is used, so GCC passes no code to the plugin. The directives are still reported.
! REQUIRES: fortran
! RUN: %{folder}
! RUN: mkdir reports
! RUN: %{capture_fc} -O2 -J . -fplugin-arg-osaca-report_dir="%t/reports" -c "%s" -o o.o
! DEFINE: %{check} = FileCheck --match-full-lines --implicit-check-not="{{.}}" "%s"
! RUN: %if !since-16 %{ %{show} annotations | %{check} %}
! RUN: %if since-16 %{ %{show} annotations | %{check} --check-prefix=LATER %}

! From GCC 16 on there is code, because a submodule may use the procedure.
module unused
  private
contains
  subroutine nobody(a)
    real :: a(:)
! CHECK: [[@LINE+2]] pragma not_a_loop {{.*}}
! LATER: [[@LINE+2]] pragma found
    !OSACA$ analyze
    a = a*2
! CHECK: [[@LINE+3]] pragma vanished {{.*}}
! LATER: [[@LINE+2]] pragma found
    !OSACA$ analyze
    do i = 1, size(a); a(i) = a(i) + 1; end do
  end subroutine
end module
