// RISC-V: the cycles of vector instructions by LMUL and SEW, as tables have them, and estimates for what these lack.
#pragma once

#include "measure/from_tables/catalogue.h"
#include "measure/tables/published_table.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace osaca::measure::from_tables {

/// One setting of `vtype`.
struct VectorSetting {
  int log_group = 0;        ///< log2 of LMUL
  int log_element_bits = 0; ///< log2 of SEW
  friend auto operator<=>(const VectorSetting &, const VectorSetting &) = default;
};

/// Cycles per instruction, of independent copies.
using CyclesBySetting = std::map<VectorSetting, double>;

/// An opcode, with or without a mask.
struct VectorForm {
  std::string opcode;
  bool masked = false;
  friend auto operator<=>(const VectorForm &, const VectorForm &) = default;
};

struct VectorTable {
  std::map<VectorForm, CyclesBySetting> cycles;
  int rows = 0;       ///< that were used
  int unreadable = 0; ///< rows without an instruction that LLVM knows
};

/// The SEW with which one register of a group is one register of memory: log2 of the width of the elements that a
/// memory access has by its name (`vle64.v`). 0: it is no memory access, or has elements of SEW.
[[nodiscard]] int own_log_element_bits(const KnownForm &form);

/// The rows that state `vtype`. An earlier table takes precedence.
[[nodiscard]] Expected<VectorTable> vector_rows(const std::vector<PublishedTable> &tables, const Catalogue &catalogue);

/// Adds estimates for settings that a form's rows lack, if they are among those that the operation allows:
/// - its own cycles with half and with twice the SEW, if these are equal
/// - the cycles of the form that is most alike under the settings that both have
/// - its own with any other SEW, if these are all equal
/// - what its own cycles with other LMULs lead to expect
/// Memory accesses have elements of a width of their own. Their cycles depend on the number of registers that LMUL, SEW
/// and this width make up, and are only compared with those of other accesses.
void add_missing_settings(VectorTable &table, const Catalogue &catalogue);

/// Indexed accesses that have no rows get the cycles of strided ones with elements of the same width.
void add_indexed_accesses(VectorTable &table, const Catalogue &catalogue);

} // namespace osaca::measure::from_tables
