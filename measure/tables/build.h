// Builds a model from a base model and measurements: each measured form gets an entry with its measured figures.
#pragma once

#include "measure/file/measurement_file.h"
#include "measure/tables/example_forms.h"
#include "measure/tables/form_figures.h"
#include "model/machine_model.h"

#include <string>
#include <vector>

namespace osaca::measure {

struct BuiltModelOptions {
  std::string name;
  Tolerance tolerance;
};

struct BuiltModel {
  std::string yaml;
  int taken = 0;        ///< forms that got an entry
  int same_ports = 0;   ///< of these: the base's ports already explain the measured throughput
  int scaled_ports = 0; ///< of these: the base's ports, occupied for longer or shorter
  int kept_ports = 0; ///< of these: the base's ports were kept, although the throughput does not fit; a comment in the
                      ///< written file gives the reason
  int unstable = 0;   ///< left out, since their runs never agreed
  int not_expressed = 0; ///< left out, since the base has no ports for them: a comment in the file has the figures
};

/// If several files have a form, the last one counts.
[[nodiscard]] BuiltModel build_model(const std::vector<MeasurementFile> &files, const MachineModel &base,
                                     ExampleForms &examples, const BuiltModelOptions &options);

} // namespace osaca::measure
