#pragma once

#include "model/machine_model.h"

#include <string>
#include <vector>

namespace osaca {

/// What lists of models show, and what finds one by its names.
struct ModelSummary {
  std::string name;
  std::string title;
  Isa isa;
  std::vector<std::string> aliases;
  std::vector<StandIn> stand_ins;
  std::string compiler_cpu;
  Coverage coverage;
};

} // namespace osaca
