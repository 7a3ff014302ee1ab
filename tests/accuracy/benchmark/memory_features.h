// Features that concern memory operands together: which accesses may meet, and where they lie in a cache line.
// Registers are taken to hold multiples of 64 and to keep their values, which is right often enough to group errors.
#pragma once

#include "instruction_text.h"

#include <vector>

namespace osaca::accuracy {

using Code = std::vector<InstructionText>;

[[nodiscard]] bool has_store(const Code &code);
[[nodiscard]] bool has_several_stores(const Code &code);
[[nodiscard]] bool stores_to_different_halves(const Code &code); ///< halves of 64-byte lines, by the same registers
[[nodiscard]] bool stores_through_different_registers(const Code &code);
[[nodiscard]] bool has_line_crossing(const Code &code);
[[nodiscard]] bool loads_stored_address(const Code &code); ///< same registers and displacement
[[nodiscard]] bool load_overlaps_store_partly(const Code &code);
[[nodiscard]] bool load_and_store_by_other_base(const Code &code);
[[nodiscard]] bool has_load_with_operation(const Code &code);
[[nodiscard]] bool has_read_modify_write(const Code &code);
[[nodiscard]] bool load_feeds_address(const Code &code); ///< the loaded register is part of an address
[[nodiscard]] bool has_indexed_load(const Code &code);
[[nodiscard]] bool has_indexed_store(const Code &code);
[[nodiscard]] bool has_many_memory_operations(const Code &code);
[[nodiscard]] bool has_rip_relative(const Code &code);

} // namespace osaca::accuracy
