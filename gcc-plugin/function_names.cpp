// SPDX-License-Identifier: GPL-3.0-or-later
#include "function_names.h"

#include "front_end.h"

namespace osaca::gcc {

std::string readable_name(tree function) {
  if (front_end_of_host() == FrontEnd::lto && DECL_ASSEMBLER_NAME_SET_P(function) &&
      &gcc_compat::cplus_demangle_v3 != nullptr) {
    constexpr int without_parameters = 0;
    const std::string symbol = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(function));
    char *readable = gcc_compat::cplus_demangle_v3(symbol.substr(0, symbol.find('.')).c_str(), without_parameters);
    if (readable != nullptr) {
      const std::string name = readable;
      free(readable);
      return name;
    }
  }
  return lang_hooks.decl_printable_name(function, 1);
}

} // namespace osaca::gcc
