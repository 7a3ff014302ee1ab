// The forms that `osaca measure ports` takes if it is not told which: some of every kind of operation.
#pragma once

#include <span>
#include <string_view>

namespace osaca::measure {

/// LLVM's opcode names of x86-64, the simplest first.
[[nodiscard]] std::span<const std::string_view> default_port_forms();

} // namespace osaca::measure
