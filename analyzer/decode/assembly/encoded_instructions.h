// Instructions that assembly text gives as bytes: `.byte`, `.inst` and `.word` among the instructions.
#pragma once

#include "decode/code/machine_code.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace osaca {

/// The instructions of `bytes`, one after the other, with lock prefixes as instructions of their own. Empty: some of
/// the bytes are no instruction, or one is a jump or call, whose destination is not known in text.
[[nodiscard]] std::optional<std::vector<MachineCodeReader::Decoded>>
encoded_instructions(const LlvmTarget &target, const MachineCodeReader &reader, std::span<const std::uint8_t> bytes);

/// Whether all bytes are prefixes of the instruction that follows them. Compilers pad calls with such bytes.
[[nodiscard]] bool are_prefixes(Isa isa, std::span<const std::uint8_t> bytes);

} // namespace osaca
