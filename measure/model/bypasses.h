// Values that reach instructions of one family sooner than others: a chain of an operation through itself takes less
// than the operation behind a load says.
#pragma once

#include "measure/model/access_parts.h"
#include "measure/model/form_facts.h"

#include <map>
#include <string>
#include <vector>

namespace osaca::measure::composer {

struct BypassFamily {
  Cycles saved_cycles;
  std::vector<std::string> opcodes; ///< sorted
};

class Bypasses {
public:
  Bypasses(const std::vector<FormFacts> &facts, const AccessParts &access);

  [[nodiscard]] const std::vector<BypassFamily> &families() const { return families_; }
  /// How much less than its latency a chain of the form takes; 0: no less.
  [[nodiscard]] Cycles saved(const std::string &opcode) const;

private:
  std::vector<BypassFamily> families_;
  std::map<std::string, Cycles> saved_;
};

} // namespace osaca::measure::composer
