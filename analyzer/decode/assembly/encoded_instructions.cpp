#include "decode/assembly/encoded_instructions.h"

#include <llvm/MC/MCInstrDesc.h>

#include <algorithm>

namespace osaca {

std::optional<std::vector<MachineCodeReader::Decoded>>
encoded_instructions(const LlvmTarget &target, const MachineCodeReader &reader, std::span<const std::uint8_t> bytes) {
  std::vector<MachineCodeReader::Decoded> all;
  while (!bytes.empty()) {
    std::optional<MachineCodeReader::Decoded> next = reader.decode(bytes, 0);
    if (!next)
      return std::nullopt;
    const llvm::MCInstrDesc &description = target.instructions->get(next->inst.getOpcode());
    if (description.isBranch() || description.isCall())
      return std::nullopt;
    bytes = bytes.subspan(static_cast<std::size_t>(next->size_bytes));
    if (const auto lock = reader.take_lock(*next))
      all.push_back(*lock);
    all.push_back(*std::move(next));
  }
  return all;
}

bool are_prefixes(Isa isa, std::span<const std::uint8_t> bytes) {
  // Segments, sizes of operands and addresses, lock and repeat; 0x40 to 0x4f are those of 64-bit operands and of the
  // upper registers.
  constexpr std::uint8_t legacy[] = {0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65, 0x66, 0x67, 0xf0, 0xf2, 0xf3};
  return isa == Isa::x86_64 && std::ranges::all_of(bytes, [&](std::uint8_t byte) {
           return (byte & 0xf0U) == 0x40 || std::ranges::find(legacy, byte) != std::end(legacy);
         });
}

} // namespace osaca
