// The markers of IACA and OSACA: an instruction that moves a number into a register, and bytes after it that do
// nothing.
#pragma once

#include "kernel/instruction.h"

#include <cstdint>
#include <optional>
#include <span>

namespace osaca {

struct ByteMarker {
  bool begins = true;         ///< marks the begin of the region; else its end
  std::size_t size_bytes = 0; ///< of the bytes after the instruction
};

/// The marker that consists of `instruction` and of the first of the `bytes` that follow it. Empty: they are none.
[[nodiscard]] std::optional<ByteMarker> byte_marker(Isa isa, const Instruction &instruction,
                                                    std::span<const std::uint8_t> bytes);

} // namespace osaca
