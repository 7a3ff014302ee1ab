#include "analysis/graph/stencil_alignment.h"

#include "base/index.h"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>

namespace osaca {
namespace {

constexpr int narrowest_vector_bytes = 16;
constexpr int fewest_rows = 4; ///< of a stencil: a point's neighbours in two dimensions
constexpr std::int64_t element_bytes = 8; ///< any that is no multiple of a vector lies across lines as often

bool is_moving_vector_load(const MemoryAccess &access) {
  return access.reads && access.comparable && access.width_bytes >= narrowest_vector_bytes &&
         access.step_bytes.value_or(0) != 0 && *access.step_bytes % access.width_bytes == 0;
}

bool is_off(const MemoryAccess &access) { return access.address.offset % access.width_bytes != 0; }

/// Of the first load that is off its width.
std::optional<std::int64_t> bytes_off(const AddressAnalysis &addresses, int line_bytes) {
  for (const MemoryAccess &access : addresses.accesses)
    if (is_moving_vector_load(access) && is_off(access))
      return (access.address.offset % line_bytes + line_bytes) % line_bytes;
  return std::nullopt;
}

/// Rows of which an operation took one after the other, by the register that holds the result.
class SummedRows {
public:
  /// The most rows that went into one value.
  static int most(const CostedKernel &kernel, const AddressAnalysis &addresses) {
    SummedRows rows;
    int most = 0;
    for (const MemoryAccess &access : addresses.accesses)
      if (is_moving_vector_load(access))
        most = std::max(most, rows.add(*kernel.instructions[at(access.instruction)].costed, access));
    return most;
  }

private:
  static constexpr std::size_t most_rows = 64;
  using Rows = std::uint64_t; ///< bit i = pointer i

  /// A load, alone or with an operation on what was loaded before; how many rows are in its result.
  int add(const CostedInstruction &operation, const MemoryAccess &access) {
    Rows rows = bit_of(access.address.terms);
    for (const CostedOperand &operand : operation.operands)
      if (is_vector(operand) && operand.read)
        rows |= rows_in_[operation.units[operand.reg.first_unit]];
    for (const CostedOperand &operand : operation.operands)
      if (is_vector(operand) && operand.written)
        rows_in_[operation.units[operand.reg.first_unit]] = rows;
    return std::popcount(rows);
  }

  static bool is_vector(const CostedOperand &operand) {
    return operand.shape == CostedOperand::Shape::reg && operand.reg.kind == RegisterKind::vector &&
           operand.reg.unit_count > 0;
  }

  Rows bit_of(const AddressTerms &pointer) {
    const auto found = std::find(pointers_.begin(), pointers_.end(), pointer);
    const auto index = static_cast<std::size_t>(found - pointers_.begin());
    if (found == pointers_.end())
      pointers_.push_back(pointer);
    return index < most_rows ? Rows{1} << index : 0;
  }

  std::vector<AddressTerms> pointers_;
  std::map<std::uint16_t, Rows> rows_in_; ///< by register
};

bool has_rows_for(const AddressAnalysis &addresses, int count) {
  return std::count_if(addresses.accesses.begin(), addresses.accesses.end(), is_moving_vector_load) >= count;
}

} // namespace

std::vector<std::int64_t> stencil_shifts(const CostedKernel &kernel, const AddressAnalysis &addresses, int line_bytes) {
  std::vector<std::int64_t> shifts(addresses.accesses.size());
  if (kernel.region == RegionKind::block)
    return shifts;
  std::optional<std::int64_t> off = bytes_off(addresses, line_bytes);
  if (!off && has_rows_for(addresses, fewest_rows) && SummedRows::most(kernel, addresses) >= fewest_rows)
    off = element_bytes;
  if (!off)
    return shifts;
  for (std::size_t a = 0; a < shifts.size(); ++a) {
    const MemoryAccess &access = addresses.accesses[a];
    const bool is_placed = std::any_of(addresses.accesses.begin(), addresses.accesses.end(), [&](const MemoryAccess &other) {
      return is_moving_vector_load(other) && is_off(other) && other.address.terms == access.address.terms;
    });
    if (is_moving_vector_load(access) && !is_placed)
      shifts[a] = *off;
  }
  return shifts;
}

} // namespace osaca
