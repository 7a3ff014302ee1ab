// Converts symbols to readable function names.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace osaca {

// Names in C++ notation.

/// The signature of an Itanium ABI symbol: "f(int)" for "_Z1fi". Empty: it is not such a symbol, or the signature would
/// have more than about ten thousand characters. Such signatures exist, because a symbol can refer to its own parts
/// repeatedly: each further letter of the symbol can then double the length of the signature.
[[nodiscard]] std::optional<std::string> demangled(std::string_view symbol);

/// A demangled name without the standard library's default template arguments and inline namespaces:
/// "std::vector<std::string>" for "std::vector<std::__cxx11::basic_string<char, std::char_traits<char>,
/// std::allocator<char> >, std::allocator<...> >". Parts that cannot be parsed are kept.
[[nodiscard]] std::string short_cxx_name(std::string_view demangled);

/// The name of a function in the source, without parameters and return type: "sim::solve" for "_ZN3sim5solveEPdi",
/// shortened by short_cxx_name(), or "solver::step" for gfortran's "__solver_MOD_step". A name that is not mangled is
/// kept, without the suffixes that GCC and Clang append to clones ("sort.constprop.0").
[[nodiscard]] std::string readable_name(const std::string &symbol);

} // namespace osaca
