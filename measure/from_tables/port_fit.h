// Which ports a form uses: those of LLVM's scheduling model, corrected where a table's throughput contradicts them.
#pragma once

#include "kernel/cost.h"
#include "kernel/instruction.h"
#include "measure/compose/pipe_plan.h"
#include "measure/compose/port_sets.h"
#include "measure/from_tables/catalogue.h"
#include "model/machine_model.h"

#include <optional>
#include <vector>

namespace osaca::measure::from_tables {

/// Where the ports come from.
enum class PortOrigin {
  compiler,  ///< LLVM's; no table has the throughput
  confirmed, ///< LLVM's, which explain the throughput
  similar,   ///< a set of another size, which other forms use and which explains the throughput
  slow_unit, ///< LLVM's, and a unit that is busy for the whole time: a divider, or one of LLVM's ports
  stretched, ///< LLVM's, occupied for longer or shorter
  published  ///< the table's
};

struct FittedPorts {
  std::vector<PortDemand> demands; ///< without the memory access
  Cycles slots = 1;                ///< at dispatch
  PortOrigin origin = PortOrigin::compiler;
};

struct KnownThroughput {
  double cycles = 0;
  bool is_bound = false;                ///< the ports may allow more
  std::vector<PortDemand> demands = {}; ///< the table's; empty: it has none
};

class PortFitter {
public:
  explicit PortFitter(const MachineModel &model);

  /// LLVM's ports in terms of the model's.
  [[nodiscard]] std::vector<PortDemand> all_compiler_demands(const KnownForm &form) const {
    return plan_.demands(form.compiler);
  }
  /// The same without those that only serve memory accesses.
  [[nodiscard]] std::vector<PortDemand> compiler_demands(const KnownForm &form) const;

  /// The same, but an operation of one uop leaves its pipe free as soon as its result is there. LLVM's models let some
  /// occupy it for longer, to limit their throughput to what dependent copies reach.
  [[nodiscard]] std::vector<PortDemand> pipelined_demands(const KnownForm &form) const;

  /// Learns that forms with one uop use this set of ports, because that explains their throughput.
  void learn(const KnownForm &form, const KnownThroughput &throughput);

  [[nodiscard]] FittedPorts fit(const KnownForm &form, const std::optional<KnownThroughput> &throughput) const;

  /// The sets of ports that were learnt.
  [[nodiscard]] const compose::KnownPortSets &known_sets() const { return known_sets_; }

private:
  [[nodiscard]] Cycles slots_of(const KnownForm &form, const std::optional<KnownThroughput> &throughput) const;
  /// Ports that vectors as wide as those of the form cannot use.
  [[nodiscard]] PortSet closed_ports(const KnownForm &form) const;
  [[nodiscard]] FittedPorts corrected(const KnownForm &form, std::vector<PortDemand> demands, double cycles) const;

  compose::PipePlan plan_;
  double width_; ///< macro-ops per cycle
  std::optional<WideVectors> wide_vectors_;
  compose::KnownPortSets known_sets_;
};

/// More strictly than for measurements that were disturbed (compose::throughputs_agree).
[[nodiscard]] bool throughputs_agree(double a_cycles, double b_cycles);

} // namespace osaca::measure::from_tables
