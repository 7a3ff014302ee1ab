// The forms that `osaca measure ports` takes if it is not told which.
#pragma once

#include "measure/ports/prepared_form.h"

#include <string_view>
#include <vector>

namespace osaca::measure {

/// LLVM's opcode names of x86-64, the most frequent first, none twice.
[[nodiscard]] std::vector<std::string_view> default_port_forms();

struct PortFormVariant {
  std::string_view opcode; ///< jumps are made without one
  FormVariant variant = FormVariant::usual;
};

/// Where operands decide what a form takes.
[[nodiscard]] std::vector<PortFormVariant> default_port_variants();

} // namespace osaca::measure
