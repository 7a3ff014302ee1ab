#pragma once

#include <string>
#include <string_view>

namespace osaca {

/// A demangled name as people write it: without template arguments that are the default ones of the standard library,
/// and without its inline namespaces: "std::vector<std::string>" for "std::vector<std::__cxx11::basic_string<char,
/// std::char_traits<char>, std::allocator<char> >, std::allocator<...> >". What cannot be followed stays as it is.
[[nodiscard]] std::string short_cxx_name(std::string_view demangled);

} // namespace osaca
