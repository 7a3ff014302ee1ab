#!/bin/sh
# The capture names Fortran's arrays as the source does, whatever the compiler made of them, or does not name them. It also tells how
# often loops run, and how far a vector loop steps.
. "$(dirname "$0")/lib.sh"

cat >"$work/arrays.f90" <<'X'
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
X

# Of one procedure: which names its accesses have, each once.
arrays_of() {
  sed 's/{"name":"/\n&/g' "$work/capture.json" | sed -n "s/^{\"name\":\"__arrays_MOD_$1\".*\"arrays\":\[\([^]]*\)\].*/\1/p" |
    tr ',' '\n' | tr -d '"' | sort | tr '\n' ' ' | sed 's/ $//'
}
# Each name has to be one of these; those before the bar have to be there.
expect() { # options, procedure, "names | names that may be there"
  found=$(arrays_of "$2")
  wanted=${3%%|*}
  for name in $wanted; do
    case " $found " in *" $name "*) ;; *) fail "$1: $2 comes to '$found', without $name" ;; esac
  done
  for name in $found; do
    case " $(echo "$3" | tr '|' ' ') " in *" $name "*) ;; *) fail "$1: $2 comes to '$name'" ;; esac
  done
}
for options in "-O1 -fno-tree-vectorize" -O2 -O3 "-O2 -fopenmp -g"; do
  # shellcheck disable=SC2086
  with_plugin "$compiler" $options -J "$work" -c "$work/arrays.f90" -o "$work/o.o" 2>"$work/err" || fail "$options: does not compile"
  expect "$options" shapes "a b"
  expect "$options" pointed "p"
  expect "$options" members "s.energy s.parts"
  expect "$options" globals "table grid"
  expect "$options" common_block "| first second"
  expect "$options" expression "x y"
  expect "$options" strides "c"
  grep -q '"trip_count":4096' "$work/capture.json" || fail "$options: the number of iterations is not told"
done
# Doubles in vectors of 128 bits: two iterations of the source at once; and four, where the loop is unrolled by two. Also where one
# statement does an operation several times, all of which have one place.
steps() { # options, iterations
  # shellcheck disable=SC2086
  with_plugin "$compiler" $1 -J "$work" -c "$work/arrays.f90" -o "$work/o.o" 2>"$work/err"
  for procedure in strides neighbours; do
    sed 's/{"name":"/\n&/g' "$work/capture.json" | grep "__arrays_MOD_$procedure\"" |
      grep -q "\"role\":\"vector body\".*\"source_iterations\":$2[,}]" || fail "$1: $procedure does not do $2 iterations at once"
  done
}
case $("$compiler" -dumpmachine) in
x86_64*)
  steps "-O3" 2
  steps "-O3 -mavx2" 4
  steps "-O3 -funroll-loops --param max-unroll-times=2" 4
  ;;
esac
finish
