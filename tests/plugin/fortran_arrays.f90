! The capture names Fortran's arrays as the source does, whatever the compiler made of them; an array that it cannot
! name has no name. It also has the number of iterations of a loop, and how many of them one iteration of a vector loop
! does.
! REQUIRES: fortran
! RUN: %{folder}
! DEFINE: %{options} =
! DEFINE: %{names} = %{capture_fc} %{options} -J . -c "%s" -o o.o \
! DEFINE:   && %{show} arrays | FileCheck "%s" --match-full-lines \
! DEFINE:   && %{show} loops | FileCheck "%s" --check-prefix=COUNT && rm capture.json
! REDEFINE: %{options} = -O1 -fno-tree-vectorize
! RUN: %{names}
! REDEFINE: %{options} = -O2
! RUN: %{names}
! REDEFINE: %{options} = -O3
! RUN: %{names}
! REDEFINE: %{options} = -O2 -fopenmp -g
! RUN: %{names}
! CHECK-DAG: __arrays_MOD_shapes: a, b
! CHECK-DAG: __arrays_MOD_pointed: p
! CHECK-DAG: __arrays_MOD_members: s.energy, s.parts
! CHECK-DAG: __arrays_MOD_globals: grid, table
! CHECK-DAG: __arrays_MOD_common_block: {{(first, second|first|second)?}}
! CHECK-DAG: __arrays_MOD_expression: x, y
! CHECK-DAG: __arrays_MOD_strides: c
! COUNT: in __arrays_MOD_strides: {{.*}}trip_count=4096

! Vectors of 128 bits hold two doubles: one iteration of the vector loop does two of the source. It does four with AVX2,
! and where the loop is unrolled by two. This also holds if one statement does an operation several times, so that these
! have the same place in the source.
! DEFINE: %{iterations} =
! DEFINE: %{steps} = %{capture_fc} %{options} -J . -c "%s" -o o.o \
! DEFINE:   && %{show} loops | FileCheck "%s" -D"ITERATIONS=%{iterations}" --check-prefix=STEPS && rm capture.json
! REDEFINE: %{options} = -O3
! REDEFINE: %{iterations} = 2
! RUN: %if x86_64 %{ %{steps} %}
! REDEFINE: %{options} = -O3 -mavx2
! REDEFINE: %{iterations} = 4
! RUN: %if x86_64 %{ %{steps} %}
! REDEFINE: %{options} = -O3 -funroll-loops --param max-unroll-times=2
! RUN: %if x86_64 %{ %{steps} %}
! STEPS-DAG: in __arrays_MOD_strides: {{.*}}role="vector body" {{.*}}source_iterations=[[ITERATIONS]]{{( |$)}}
! STEPS-DAG: in __arrays_MOD_neighbours: {{.*}}role="vector body" {{.*}}source_iterations=[[ITERATIONS]]{{( |$)}}

module arrays
  real(8) :: table(1000)
  real(8), allocatable :: grid(:, :)
  type :: particle
    real(8) :: x, v
  end type
  type :: system
    real(8), allocatable :: energy(:)
    type(particle), allocatable :: parts(:)
  end type
contains
  subroutine shapes(a, b, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(:), b(n)
    integer :: i
    !OSACA$ analyze
    do i = 1, n
      a(i) = a(i) + 1
      b(i) = b(i)*2
    end do
  end subroutine
  subroutine pointed(p, n)
    integer, intent(in) :: n
    real(8), pointer, intent(in) :: p(:)
    integer :: i
    !OSACA$ analyze
    do i = 1, n
      p(i) = p(i) + 1
    end do
  end subroutine
  subroutine members(s, n)
    integer, intent(in) :: n
    type(system), intent(inout) :: s
    integer :: i
    !OSACA$ analyze
    do i = 1, n
      s%energy(i) = s%energy(i) + 1
    end do
    !OSACA$ analyze
    do i = 1, n
      s%parts(i)%v = s%parts(i)%v*2
    end do
  end subroutine
  subroutine globals()
    integer :: i
    !OSACA$ analyze
    do i = 1, 1000
      table(i) = table(i)/3
    end do
    !OSACA$ analyze
    do i = 1, 1000
      grid(i, 1) = grid(i, 1)/3
    end do
  end subroutine
  subroutine common_block(n)
    integer, intent(in) :: n
    real(8) :: first(500), second(500)
    common /both/ first, second
    integer :: i
    !OSACA$ analyze
    do i = 1, n
      first(i) = first(i) + second(i)
    end do
  end subroutine
  subroutine expression(x, y)
    real(8), intent(inout) :: x(:, :)
    real(8), intent(in) :: y(:, :)
    !OSACA$ analyze
    x = x + y
  end subroutine
  subroutine strides(c)
    real(8), intent(inout) :: c(4096)
    integer :: i
    !OSACA$ analyze
    do i = 1, 4096
      c(i) = c(i)*1.5d0 + 2
    end do
  end subroutine
  subroutine neighbours(d, e)
    real(8), intent(inout) :: d(4096)
    real(8), intent(in) :: e(4097)
    integer :: i
    !OSACA$ analyze
    do i = 2, 4096
      d(i) = e(i - 1)*e(i + 1) + e(i)
    end do
  end subroutine
end module
