// Composes a complete machine model from the measurements of a core and reads their files. Figures that were not
// measured come from the compiler.
#pragma once

#include "base/expected.h"
#include "measure/compose/result_files.h"
#include "measure/file/measurement_file.h"

#include <map>
#include <string>
#include <vector>

namespace osaca::measure::compose {

// Composes a complete machine model from the measurements of a core: structure, instructions, ports. A pure function.
// Figures that were not measured come from the compiler.

struct CoreMeasurements {
  StructureFindings structure;
  PortFindings ports;
  MeasurementFile instructions;
};

struct ComposedModel {
  std::string yaml;
  int forms = 0;                             ///< with an entry of their own
  std::map<std::string, int> forms_by_basis; ///< the number of forms by the origin of their ports
  std::vector<std::string> left_out;         ///< sections of the core for which there are no measurements
};

/// Error: the measurements are from different machines, or insufficient for a model. `name`: of the model.
[[nodiscard]] Expected<ComposedModel> compose_model(const CoreMeasurements &measured, const std::string &name);

// The files from which a model is composed.

struct MeasuredFiles {
  std::vector<std::string> structures; ///< from one run or several
  std::string ports;
  std::string instructions;
};

/// Errors name the file and the problem.
[[nodiscard]] Expected<CoreMeasurements> read_measured_files(const MeasuredFiles &files);

/// The measurements that were read, and the model composed from them.
struct ModelOfFiles {
  CoreMeasurements measured;
  ComposedModel model;
};
/// Returns the errors of read_measured_files() and of compose_model().
[[nodiscard]] Expected<ModelOfFiles> compose_files(const MeasuredFiles &files, const std::string &name);

/// Recognises the kind of each file by its first lines. Error: a kind is missing, a file is of no such kind, or there
/// are two files for ports or instructions.
[[nodiscard]] Expected<MeasuredFiles> sorted_files(const std::vector<std::string> &paths);

} // namespace osaca::measure::compose
