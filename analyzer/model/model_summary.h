// What is known of a model beside its figures: its names, notes on its core, and for whose figures another core's stand
// in.
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

// Notes that follow from what a core is.

/// Says of a core that executes in program order what that means for its predictions.
void note_program_order(MachineModel::Data &data);

// Figures of one core for another that has none of its own.

/// The same model with its figures counted as composed: nobody measured or published them for the other core.
[[nodiscard]] MachineModel::Data as_stand_in(MachineModel::Data relative);

/// The model of a CPU that has none, made of its nearest relative's. Its first note says so.
[[nodiscard]] MachineModel model_of_relative(MachineModel::Data relative, const StandIn &stand_in);

} // namespace osaca
