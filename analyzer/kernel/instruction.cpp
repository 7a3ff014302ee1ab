#include "kernel/instruction.h"
#include "kernel/cost.h"

#include <algorithm>

namespace osaca {

bool Register::overlaps(const Register &other) const {
  return std::ranges::any_of(units, [&](std::uint16_t unit) { return std::ranges::binary_search(other.units, unit); });
}

const Register *as_register(const Operand &operand) {
  const auto *held = std::get_if<RegisterOperand>(&operand.value);
  return held && held->reg ? &*held->reg : nullptr;
}

const MemoryOperand *as_memory(const Operand &operand) { return std::get_if<MemoryOperand>(&operand.value); }

bool divides(const Instruction &instruction) {
  const std::string_view name = instruction.mnemonic;
  const bool is_remainder = name.starts_with("rem") || name.starts_with("vrem") || name.starts_with("fprem");
  return is_remainder || name.find("div") != std::string_view::npos ||
         (name.find("sqrt") != std::string_view::npos && name.find("rsqrt") == std::string_view::npos);
}

int CompilerForwarding::advance_cycles(const CompilerForwarding &writer, int write_number,
                                       const CompilerForwarding &reader, int read_number) {
  if (write_number < 0 || read_number < 0 || static_cast<std::size_t>(write_number) >= writer.writes.size())
    return 0;
  const Write &write = writer.writes[static_cast<std::size_t>(write_number)];
  const auto found = std::ranges::find_if(reader.reads, [&](const Read &read) {
    return read.number == read_number && (read.written_kind == 0 || read.written_kind == write.kind);
  });
  return found == reader.reads.end() ? 0 : std::min(found->advance_cycles, write.latency_cycles);
}

} // namespace osaca
