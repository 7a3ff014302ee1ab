! What the preprocessor leaves, takes away and includes. As in placement.f90; `=` is a line of what is included.
#define LOOP(n) do i = 1, n
#define FACTOR 5
subroutine preprocessed(a, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer :: i
#if FACTOR > 7
  !OSACA$ analyze
  do i = 1, n
    a(i) = a(i)*7
  end do
#else
! EXPECT found +2
  !OSACA$ analyze
  LOOP(n)
    a(i) = a(i)*FACTOR
  end do
#endif
! EXPECT found =3
#include "placement.inc"
  a = a*3
! EXPECT found =3
  include 'placement.inc'
! EXPECT found +2
  !OSACA$ analyze
  do i = 1, n
    a(i) = a(i)/3
  end do
end subroutine preprocessed
