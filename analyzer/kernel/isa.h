#pragma once

#include <string_view>

namespace osaca {

/// The instruction sets that the decoder can read.
enum class Isa { x86_64, aarch64, riscv64 };

[[nodiscard]] constexpr std::string_view name_of(Isa isa) {
  switch (isa) {
  case Isa::x86_64: return "x86-64";
  case Isa::aarch64: return "aarch64";
  case Isa::riscv64: return "riscv64";
  }
  return "unknown";
}

} // namespace osaca
