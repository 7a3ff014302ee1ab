// What is known about a model apart from its figures: its names, its notes, and the CPUs that use it.
#pragma once

#include "model/machine_model.h"

#include <string>
#include <vector>

namespace osaca {

/// The data that lists of models show and that models are found by.
struct ModelSummary {
  std::string name;
  std::string title;
  Isa isa;
  std::vector<std::string> aliases;
  std::vector<StandIn> stand_ins;
  std::string compiler_cpu;
  Coverage coverage;
};

/// If the core executes in program order, adds a note that says what this means for predictions.
void note_program_order(MachineModel::Data &data);

// A model for a CPU that has none of its own:

/// Returns the model with its figures counted as "composed", because they were not obtained on the other CPU.
[[nodiscard]] MachineModel::Data as_stand_in(MachineModel::Data relative);

/// Returns the model as a sibling's: what was measured on its core counts as "composed". What tables say stays, because
/// the sibling has tables of its own, which were compared with the model.
[[nodiscard]] MachineModel::Data as_sibling(MachineModel::Data relative);

/// Returns the model for a CPU that has none, made from that of its relative. Its first note says so.
[[nodiscard]] MachineModel model_of_relative(MachineModel::Data relative, const StandIn &stand_in);

} // namespace osaca
