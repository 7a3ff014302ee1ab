#include "measure/harness/row_alignment.h"

#include "measure/harness/loop_steps.h"

#include <cstdint>
#include <optional>
#include <set>

namespace osaca::measure {
namespace {

constexpr std::int64_t narrowest_vector_bytes = 16;
constexpr std::int64_t cache_line_bytes = 64;

struct RowPointers {
  std::set<std::size_t> all; ///< of vectors that are read
  std::set<std::size_t> written;
  std::set<std::size_t> placed; ///< with a load that shows how far off it is
  std::optional<std::int64_t> bytes_off;
};

RowPointers row_pointers(const Kernel &loop) {
  RowPointers rows;
  for (const Instruction &instruction : loop.instructions)
    for (const Operand &operand : instruction.operands) {
      const MemoryOperand *memory = as_memory(operand);
      const auto base = memory != nullptr && memory->base && !memory->is_gather_scatter
                            ? general_index(memory->base->name)
                            : std::nullopt;
      if (!base || instruction.computes_address)
        continue;
      if (operand.written)
        rows.written.insert(*base);
      if (!operand.read || memory->width_bytes < narrowest_vector_bytes)
        continue;
      rows.all.insert(*base);
      if (memory->displacement % memory->width_bytes == 0)
        continue;
      rows.placed.insert(*base);
      if (!rows.bytes_off)
        rows.bytes_off = (memory->displacement % cache_line_bytes + cache_line_bytes) % cache_line_bytes;
    }
  return rows;
}

} // namespace

void lay_out_rows(const Kernel &loop, const RegisterUses &uses, GeneralRegisters &start) {
  const RowPointers rows = row_pointers(loop);
  if (!rows.bytes_off)
    return;
  for (const std::size_t row : rows.all)
    if (uses[row].is_base && uses[row].is_stepped && !rows.placed.contains(row) && !rows.written.contains(row))
      start[row] += static_cast<std::uint64_t>(*rows.bytes_off);
}

} // namespace osaca::measure
