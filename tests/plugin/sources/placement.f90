! Where !OSACA$ analyze may stand in free form, and what it then belongs to. One EXPECT comment per directive, in the directives'
! order: status and line of the loop (relative to the comment), or not_a_loop with the directive's own line.
module placement
  implicit none
  type :: held
    real(8), allocatable :: values(:)
  end type held
contains

  subroutine plain(a, b, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    real(8), intent(in) :: b(n)
    integer :: i
! EXPECT found +2
!OSACA$ analyze
    do i = 1, n
      a(i) = a(i) + 2*b(i)
    end do
! EXPECT found +4
    !osaca$ Analyze

! a comment, and an empty line before
    DO i = 1, &
           n
      a(i) = a(i)/b(i)
    END DO
! EXPECT found +2
    !OSACA$ analyze expect(cycles <= 100)
    do 10 i = 1, n
10  a(i) = a(i) - b(i)*3
  end subroutine plain

  subroutine nested(m, v, r, n)
    integer, intent(in) :: n
    real(8), intent(in) :: m(n, n), v(n)
    real(8), intent(inout) :: r(n)
    integer :: i, j
! EXPECT found +2
    !OSACA$ analyze
    outer: do j = 1, n
! EXPECT found +2
      !OSACA$ analyze
      inner: do i = 1, n
        r(i) = r(i) + m(i, j)*v(j)
      end do inner
    end do outer
  end subroutine nested

  subroutine without_counter(a, n, limit)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    real(8), intent(in) :: limit
    integer :: i
    i = 1
! EXPECT found +2
    !OSACA$ analyze
    do while (a(i) < limit)
      a(i) = a(i)*1.5d0
      i = mod(i*7, n) + 1
    end do
! EXPECT found +2
    !OSACA$ analyze
    do
      i = mod(i*5, n) + 1
      if (a(i) > limit) exit
      if (a(i) < 0) cycle
      a(i) = a(i) + a(1)
    end do
  end subroutine without_counter

  subroutine bounds(a, k, n)
    integer, intent(in) :: n
    integer, intent(in) :: k(n)
    real(8), intent(inout) :: a(n)
    integer :: i
! EXPECT found +2
    !OSACA$ analyze
    do i = 1, sum(k)
      a(i) = a(i)*2
    end do
! EXPECT found +2
    !OSACA$ analyze
    do i = n, 1, -3
      a(i) = a(i)*3
    end do
! EXPECT found +2
    !OSACA$ analyze
    do i = k(1), k(2), k(3)
      a(i) = a(i)*5
    end do
  end subroutine bounds

  subroutine arrays(a, b, c, h, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(:, :), b(:, :), c(n)
    type(held), intent(inout) :: h
    integer :: i
! EXPECT found +2
    !OSACA$ analyze
    a(:, :) = b(:, :) + a
! EXPECT found +2
    !OSACA$ analyze
    c = c*2
! EXPECT found +2
    !OSACA$ analyze
    c(1) = sum(c*c) + &
           maxval(c)
! EXPECT found +2
    !OSACA$ analyze
    h%values = h%values + c
! EXPECT found +2
    !OSACA$ analyze
    if (any(c < 0)) c(1) = 7
! EXPECT found +2
    !OSACA$ analyze
    do i = 1, n
      a(:, i) = a(:, i)*c
    end do
! EXPECT not_a_loop +1
    !OSACA$ analyze
    c(1) = c(2)
  end subroutine arrays

  subroutine concurrent(a, b, mask, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n, n), b(n)
    logical, intent(in) :: mask(n)
    integer :: i, j
! EXPECT found +2
    !OSACA$ analyze
    do concurrent (i=1:n)
      b(i) = b(i)*2
    end do
! EXPECT found +2
    !OSACA$ analyze
    do concurrent (i=1:n, j=1:n, mask(i))
      a(i, j) = a(i, j)*b(i)
      a(i, j) = a(i, j) + 1
    end do
! EXPECT found +2
    !OSACA$ analyze
    do concurrent (j=1:n)
! EXPECT found +2
      !OSACA$ analyze
      do i = 1, n
        a(i, j) = a(i, j) - b(j)
      end do
    end do
! EXPECT found +2
    !OSACA$ analyze
    forall (i=1:n) b(i) = b(i)*3
! EXPECT found +2
    !OSACA$ analyze
    forall (i=1:n, j=1:n)
      a(i, j) = b(i)*b(j)
    end forall
! EXPECT found +2
    !OSACA$ analyze
    where (b > 0)
      b = sqrt(b)
    elsewhere
      b = 0
    end where
! EXPECT found +2
    !OSACA$ analyze
    where (b < 1) b = b + 1
  end subroutine concurrent

  subroutine one_line(a, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    integer :: i
! EXPECT found +2
    !OSACA$ analyze
    do i = 1, n; a(i) = a(i)*2; end do
! EXPECT not_a_loop +1
    !OSACA$ analyze
    i = 1; do i = i, n; a(i) = a(i)*3; end do
! EXPECT found +2
    !OSACA$ analyze
    do i = 1, n; a(i) = a(i)*5; end do; do i = 1, n; a(i) = a(i)/7; end do
  end subroutine one_line

  subroutine openmp(a, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n, n)
    integer :: i, j
! EXPECT found +3
    !OSACA$ analyze
    !$omp parallel do
    do i = 1, n
      a(i, 1) = a(i, 1)*2
    end do
! EXPECT found +3
    !$omp simd
    !OSACA$ analyze
    do i = 1, n
      a(i, 2) = a(i, 2)*3
    end do
! EXPECT found +3
    !$omp parallel do collapse(2)
    !OSACA$ analyze
    do j = 1, n
      do i = 1, n
        a(i, j) = a(i, j)*5
      end do
    end do
    !$omp parallel do
    do j = 1, n
! EXPECT found +2
      !OSACA$ analyze
      do i = 1, n
        a(i, j) = a(i, j)/3
      end do
    end do
! EXPECT found +2
    !OSACA$ analyze
    !$ do i = 1, n
    !$   a(i, 3) = a(i, 3)*7
    !$ end do
  end subroutine openmp

  subroutine no_directives(a, text, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    character(len=80), intent(out) :: text
    integer :: i
    text = '!OSACA$ analyze'; text = "it's &
    &!OSACA$ analyze"
    do i = 1, n ! OSACA$ analyze
      a(i) = a(i)*2
    end do
    ! OSACA$ analyze
    do i = 1, n
      a(i) = a(i)*2
    end do
  end subroutine no_directives

  subroutine misplaced(a, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    integer :: i
! EXPECT not_a_loop +1
    i = 1 !OSACA$ analyze
    do i = 1, n
      a(i) = a(i)*2
    end do
    do i = 1, &
! EXPECT not_a_loop +1
      !OSACA$ analyze
           n
      a(i) = a(i)*3
    end do
! EXPECT found +2
    !OSACA$ analyze
    do i = 1, n
      a(i) = a(i)*5
    end do
! EXPECT not_a_loop +1
    !OSACA$ analyze
  end subroutine misplaced
end module placement

program main
  use placement
  implicit none
  real(8) :: x(100)
  integer :: i
  x = 1
! EXPECT found +2
  !OSACA$ analyze
  do i = 2, 100
    x(i) = x(i)/(x(i - 1) + i)
  end do
  print *, x
contains
  subroutine never_called(y)
    real(8), intent(inout) :: y(:)
    integer :: k
! EXPECT vanished +2
    !OSACA$ analyze
    do k = 1, size(y)
      y(k) = y(k)*2
    end do
  end subroutine never_called
end program main
