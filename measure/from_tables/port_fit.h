// Which ports a form uses: those of LLVM's scheduling model, corrected where a table's throughput contradicts them.
#pragma once

#include "kernel/cost.h"
#include "kernel/instruction.h"
#include "measure/from_tables/catalogue.h"
#include "model/machine_model.h"

#include <map>
#include <optional>
#include <vector>

namespace osaca::measure::from_tables {

/// Where the ports come from.
enum class PortOrigin {
  compiler,  ///< LLVM's; no table has the throughput
  confirmed, ///< LLVM's, which explain the throughput
  similar,   ///< a set of another size, which other forms use and which explains the throughput
  slow_unit, ///< LLVM's, and a unit that is busy for the whole time
  stretched  ///< LLVM's, occupied for longer or shorter
};

struct FittedPorts {
  std::vector<PortDemand> demands; ///< without the memory access
  Cycles slots = 1;                ///< at dispatch
  PortOrigin origin = PortOrigin::compiler;
};

struct KnownThroughput {
  double cycles = 0;
  bool is_bound = false; ///< the ports may allow more
};

class PortFitter {
public:
  /// `model` must outlive the object.
  explicit PortFitter(const MachineModel &model);

  /// LLVM's ports in terms of the model's, without those that only serve memory accesses.
  [[nodiscard]] std::vector<PortDemand> compiler_demands(const KnownForm &form) const;

  /// Learns that forms with one uop use this set of ports, because that explains their throughput.
  void learn(const KnownForm &form, const KnownThroughput &throughput);

  [[nodiscard]] FittedPorts fit(const KnownForm &form, const std::optional<KnownThroughput> &throughput) const;

  /// The set of this size that most forms use, within `ports` or containing them. 0: there is none.
  [[nodiscard]] PortSet similar_set(PortSet ports, int size) const;
  /// The largest set that a form with one uop uses. 0: there is none.
  [[nodiscard]] PortSet widest_set() const;

  /// The ports of one use of LLVM's units.
  [[nodiscard]] PortSet ports_of(const CompilerCost::ResourceUse &use, const Instruction &instruction) const;

private:
  [[nodiscard]] Cycles slots_of(const KnownForm &form, const std::optional<KnownThroughput> &throughput) const;
  [[nodiscard]] FittedPorts corrected(const KnownForm &form, std::vector<PortDemand> demands, double cycles) const;

  const MachineModel &model_;
  std::map<std::string, PortSet> of_unit_; ///< LLVM's unit -> ports
  PortSet memory_ = 0;                     ///< ports for memory accesses only
  std::vector<PortSet> dividers_;
  std::map<PortSet, int> known_sets_; ///< how many forms with one uop have the throughput of the set
};

[[nodiscard]] bool throughputs_agree(double a_cycles, double b_cycles);

} // namespace osaca::measure::from_tables
