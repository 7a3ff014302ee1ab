// A complete machine model from what was measured of a core: structure, instructions, ports. A pure function; what
// nobody measured is the compiler's.
#pragma once

#include "base/expected.h"
#include "measure/file/measurement_file.h"
#include "measure/model/ports_reader.h"
#include "measure/model/structure_reader.h"

#include <map>
#include <string>
#include <vector>

namespace osaca::measure::composer {

struct CoreMeasurements {
  StructureFindings structure;
  PortFindings ports;
  MeasurementFile instructions;
};

struct ComposedModel {
  std::string yaml;
  int forms = 0;                             ///< with an entry
  std::map<std::string, int> forms_by_basis; ///< how their ports came about
  std::vector<std::string> left_out;         ///< sections of the core that nothing could be said about
};

/// Error: the three were measured on different machines, or hold too little for a model. `name`: of the model.
[[nodiscard]] Expected<ComposedModel> compose_model(const CoreMeasurements &measured, const std::string &name);

} // namespace osaca::measure::composer
