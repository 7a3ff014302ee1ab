program heat
  use plate
  implicit none
  integer, parameter :: n = 500
  real(dp) :: now(n, n), next(n, n)
  integer :: step
  now = 0
  now(1, :) = 100
  next = now
  do step = 1, 1000
    call relax(next, now)
    if (distance(next, now) < 1e-3_dp) exit
    now(:, :) = next
  end do
  print '(a, i0, a, f0.3)', 'after ', step, ' steps the middle has ', now(n/2, n/2)
end program heat
