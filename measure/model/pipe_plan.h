// The ports of a composed model, and which of them stand for which unit of the compiler's tables.
#pragma once

#include "measure/model/form_facts.h"
#include "model/machine_model.h"

#include <map>
#include <string>
#include <vector>

namespace osaca::measure::composer {

/// Ports of no unit, for what loads compete for.
constexpr const char *crossing_port = "LDX"; ///< loads across lines
constexpr const char *bank_port = "LDB";     ///< the bank that is asked most
constexpr const char *renaming_port = "REN"; ///< loads that are renamed one in a cycle
constexpr const char *lock_port = "LCK";     ///< what locked operations hold: nothing else of theirs overlaps

struct PipePlan {
  std::vector<Port> ports;
  std::map<std::string, PortSet> of_unit; ///< the compiler's unit -> ports
  PortSet loads = 0;                      ///< ports that only accesses use
  PortSet stores = 0;
  PortSet vector_divider = 0; ///< what slow forms are put down to
  PortSet integer_divider = 0;

  [[nodiscard]] PortSet memory() const { return loads | stores; }
  /// What the compiler says in terms of these ports.
  [[nodiscard]] std::vector<PortDemand> demands(const CompilerCost &cost) const;
};

/// One port for each unit of the compiler's that a measured form uses. Kinds follow from who uses them.
[[nodiscard]] PipePlan plan_of_units(const std::vector<FormFacts> &facts);

} // namespace osaca::measure::composer
