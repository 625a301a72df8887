!> Heat in a rod – Wärme.
module heat_mod
  use, intrinsic :: iso_fortran_env, only: real64
  use constants, only: pi, boltzmann
  implicit none
  private
  public :: rod_t, step

  !> Points of the grid.
  integer, parameter :: n_points = 100
  real(real64) :: last_time = 0.0

  !> A rod.
  type, extends(base_t), public :: rod_t
    real(real64), allocatable :: values(:)
    integer :: n = 0
  contains
    procedure :: warm => rod_warm
    final :: destroy
  end type rod_t

  enum, bind(c)
    enumerator :: cold = 0, hot = 1
  end enum

  interface operator(+)
    module procedure add_rods
  end interface

  abstract interface
    function source_f(x) result(q)
      import :: real64
      real(real64), intent(in) :: x
      real(real64) :: q
    end function source_f
  end interface

contains

  !> One step in time.
  subroutine step(rod, dt)
    class(rod_t), intent(inout) :: rod
    real(real64), intent(in) :: dt
    integer :: i
    do i = 2, rod%n - 1
      rod%values(i) = rod%values(i) + dt * laplace(rod%values, i)
    end do
    call rod%warm(1.0_real64)
    call log_step('größer', dt)
  contains
    subroutine inner()
    end subroutine inner
  end subroutine step

  ! Second difference.
  pure function laplace(v, i) result(d)
    real(real64), intent(in) :: v(:)
    integer, intent(in) :: i
    real(real64) :: d
    d = v(i-1) - 2*v(i) + v(i+1)
  end function laplace

end module heat_mod

submodule (heat_mod) heat_impl
contains
  module subroutine rod_warm(self, by)
    class(rod_t), intent(inout) :: self
    real(real64), intent(in) :: by
    self%values = self%values + by
  end subroutine rod_warm
end submodule heat_impl

program main
  use heat_mod
  include 'params.inc'
  type(rod_t) :: rod
  call step(rod, 0.1_real64)
end program main
