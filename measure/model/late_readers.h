// Values that operations on vectors hand over late: what a probe found for kinds of operations, for the forms of these
// kinds.
#pragma once

#include "measure/model/core_sections.h"

#include <string>
#include <vector>

namespace osaca::measure::composer {

struct LateReadersRule {
  std::vector<std::string> from; ///< opcodes, and patterns that match nothing else
  std::vector<std::string> to;
  Cycles delays_cycles;
  Cycles saves_cycles;
};

/// As the format has it: readers take longer by `delays`, from all they read, and what comes on that way is sooner by
/// `saves`.
[[nodiscard]] std::vector<LateReadersRule> late_readers_rules(const CoreEvidence &evidence);

/// Whether these hold for vectors of 512 bits too.
[[nodiscard]] bool wide_readers_are_late(const StructureFindings &structure);

} // namespace osaca::measure::composer
