! A plate whose edges are kept at their temperatures: what becomes of the inside.
module plate
  implicit none
  integer, parameter :: dp = kind(1d0)
contains

  ! Each point becomes the mean of its neighbours, all at once.
  subroutine relax(new, old)
    real(dp), contiguous, intent(inout) :: new(:, :)
    real(dp), contiguous, intent(in) :: old(:, :)
    integer :: i, j
    do j = 2, size(old, 2) - 1
      !OSACA$ analyze expect(vectorised)
      do i = 2, size(old, 1) - 1
        new(i, j) = 0.25_dp*(old(i - 1, j) + old(i + 1, j) + old(i, j - 1) + old(i, j + 1))
      end do
    end do
  end subroutine relax

  ! How far two states are apart, as a sum of squares. The additions wait for each other, as the standard has it.
  function distance(a, b) result(total)
    real(dp), contiguous, intent(in) :: a(:, :), b(:, :)
    real(dp) :: total
    !OSACA$ analyze
    total = sum((a - b)**2)
  end function distance
end module plate
