#pragma once

#include <string>

namespace osaca {

/// A function's name as C++ writes it, without its parameters and return type: "sim::solve" for "_ZN3sim5solveEPdi";
/// short, as short_cxx_name() says. And as Fortran writes it: "solver::step" for gfortran's "__solver_MOD_step". A name
/// that is not mangled stays as it is, without what GCC and Clang put behind the names of copies that they make
/// ("sort.constprop.0").
[[nodiscard]] std::string readable_name(const std::string &symbol);

} // namespace osaca
