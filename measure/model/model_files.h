// The files that a model is composed of.
#pragma once

#include "base/expected.h"
#include "measure/model/compose.h"

#include <string>
#include <vector>

namespace osaca::measure::composer {

struct MeasuredFiles {
  std::vector<std::string> structures; ///< of one run or of several
  std::string ports;
  std::string instructions;
};

/// Errors name the file and what is wrong with it.
[[nodiscard]] Expected<CoreMeasurements> read_measured_files(const MeasuredFiles &files);

/// What was read, and what was made of it.
struct ModelOfFiles {
  CoreMeasurements measured;
  ComposedModel model;
};
/// Errors as those of reading and of compose_model().
[[nodiscard]] Expected<ModelOfFiles> compose_files(const MeasuredFiles &files, const std::string &name);

/// Which file is which, by their first lines. Error: one is missing or none of these, or there are two of ports or
/// instructions.
[[nodiscard]] Expected<MeasuredFiles> sorted_files(const std::vector<std::string> &paths);

} // namespace osaca::measure::composer
