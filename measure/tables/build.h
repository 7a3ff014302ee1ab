// A model made of a base and measurements: each measured form gets an entry with what was measured of it.
#pragma once

#include "measure/file/measurement_file.h"
#include "measure/tables/example_forms.h"
#include "measure/tables/form_figures.h"
#include "model/machine_model.h"

#include <string>
#include <vector>

namespace osaca::measure {

struct BuildOptions {
  std::string name;
  Tolerance tolerance;
};

struct BuiltModel {
  std::string yaml;
  int taken = 0;         ///< forms with an entry
  int same_ports = 0;    ///< of these: the base's ports already give the measured throughput
  int scaled_ports = 0;  ///< the base's ports, busy for longer or shorter
  int kept_ports = 0;    ///< the base's ports, though another throughput was measured; a comment says which
  int unstable = 0;      ///< left out: runs never agreed
  int not_expressed = 0; ///< the base knows no ports for them: a comment has the figures
};

/// Of a form that several files have, the last one counts.
[[nodiscard]] BuiltModel build_model(const std::vector<MeasurementFile> &files, const MachineModel &base,
                                     ExampleForms &examples, const BuildOptions &options);

} // namespace osaca::measure
