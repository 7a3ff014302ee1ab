// How the core loads and stores, by kind of register and width: what the structure probes found, and the compiler's
// ports.
#pragma once

#include "measure/model/form_facts.h"
#include "measure/model/pipe_plan.h"
#include "measure/model/structure_reader.h"

#include <optional>
#include <vector>

namespace osaca::measure::composer {

struct LoadPart {
  bool is_vector = false;
  int max_bits = 64;
  std::vector<PortDemand> demands;
  double latency_cycles = 0;
  double indexed_extra_cycles = 0;
  bool is_measured = false;
};

struct StorePart {
  bool is_vector = false;
  int max_bits = 64;
  std::vector<PortDemand> demands;
  double forward_cycles = 0;
  std::optional<double> failed_forward_cycles;
  bool is_measured = false;
};

struct AccessParts {
  std::vector<LoadPart> loads;   ///< ascending width
  std::vector<StorePart> stores; ///< ascending width

  /// Address to value of a load like this instruction's.
  [[nodiscard]] double load_latency_cycles(const Instruction &instruction) const;
  [[nodiscard]] const LoadPart *load_for(const Instruction &instruction) const;
  [[nodiscard]] const StorePart *store_for(const Instruction &instruction) const;
};

[[nodiscard]] AccessParts access_parts(const StructureFindings &structure, const std::vector<FormFacts> &facts,
                                       const PipePlan &plan);

} // namespace osaca::measure::composer
