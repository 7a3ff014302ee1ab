// AArch64: what a contiguous SVE load or store transfers, by LLVM's name of its opcode.
#pragma once

#include <optional>
#include <string_view>

namespace osaca {

struct SveAccess {
  int width_eighths = 0; ///< in eighths of the vector length
  int width_bytes = 0;   ///< instead, where the vector length does not matter (ld1rd, ld1rqb)
  int step_eighths = 8;  ///< what "mul vl" multiplies its offset by
};

/// Nothing: none of these, or the length is that of another mode (SME).
[[nodiscard]] std::optional<SveAccess> sve_access(std::string_view opcode);

} // namespace osaca
