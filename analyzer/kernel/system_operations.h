// Operations whose time depends on the machine rather than on the core's pipelines.
#pragma once

#include "kernel/isa.h"

#include <string_view>

namespace osaca {

enum class SystemOperation {
  none,
  system,     ///< privileged, serialising, traps, caches: a scheduling model of a compiler only has a default for these
  microcoded, ///< saves state, converts to decimal, computes functions: a few uops can only be a default
};

/// `opcode`: LLVM's name.
[[nodiscard]] SystemOperation system_operation(Isa isa, std::string_view opcode);

/// An operation that is `microcoded` has at least this many uops.
constexpr int least_microcoded_uops = 10;

} // namespace osaca
