// The ports of a composed model: which unit of the compiler's tables, and which pipe of a ports file, each port
// represents.
#pragma once

#include "measure/compose/form_facts.h"
#include "model/machine_model.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace osaca::measure::compose {

// The ports of a composed model, and which unit of the compiler's tables each port represents.

/// Ports that belong to no unit, for resources that loads compete for.
constexpr const char *crossing_port = "LDX"; ///< for loads that cross a line
constexpr const char *bank_port = "LDB";     ///< for the bank with the most accesses
constexpr const char *renaming_port = "REN"; ///< for renamed loads, of which only one per cycle is possible
constexpr const char *lock_port = "LCK";     ///< occupied by locked operations, which do not overlap with each other

struct PipePlan {
  std::vector<Port> ports;
  std::map<std::string, PortSet> of_unit; ///< the compiler's unit -> ports
  PortSet loads = 0;                      ///< ports that only loads use
  PortSet stores = 0;
  PortSet vector_divider = 0; ///< the ports that slow vector forms are assigned to
  PortSet integer_divider = 0;

  [[nodiscard]] PortSet memory() const { return loads | stores; }
  /// The compiler's cost in terms of these ports.
  [[nodiscard]] std::vector<PortDemand> demands(const CompilerCost &cost) const;
};

/// One port for each of the compiler's units that a measured form uses. The kind of a port follows from the forms that
/// use it.
[[nodiscard]] PipePlan plan_of_units(const std::vector<FormFacts> &facts);

/// The ports of a model, and the units that its `compiler_ports` translates.
[[nodiscard]] PipePlan plan_of_model(const MachineModel &model);

// Which port corresponds to which pipe of a ports file. Pipes have no names. They are matched by means of the forms for
// which both are known: the ports of the compiler's units, and the inferred pipes.

class PipeMatching {
public:
  PipeMatching(const PipePlan &plan, const std::vector<FormFacts> &facts);

  /// The inferred demands of the form in terms of ports. Empty: nothing was inferred, or a pipe corresponds to no port.
  [[nodiscard]] std::optional<std::vector<PortDemand>> demands(const FormFacts &form) const;

  /// The share of the forms used for matching whose pipes then correspond exactly to their ports; 0 to 1.
  [[nodiscard]] double agreement() const { return agreement_; }

private:
  [[nodiscard]] std::optional<PortSet> ports_of(InferredPipes pipes) const;

  const PipePlan &plan_;
  std::vector<int> port_of_pipe_; ///< -1: no port
  double agreement_ = 0;
};

} // namespace osaca::measure::compose
