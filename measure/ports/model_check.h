// The inferred pipes held against the ports of a machine model.
//
// Abstract pipes have no names: each gets the model's port with which most forms agree. A form agrees if its uops then
// are the model's. Two descriptions may differ and yet mean the same; so the model is also asked what it predicts for
// the mixes that were measured.
#pragma once

#include "kernel/instruction.h"
#include "measure/ports/port_map.h"
#include "model/machine_model.h"

#include <optional>
#include <string>
#include <vector>

namespace osaca::measure {

struct FormCheck {
  int form = 0;
  bool is_known = false; ///< to the model
  bool agrees = false;
  std::string measured; ///< in the model's names: "ALU0|ALU1", "2*FP2|FP3"
  std::string model;
  int mixes = 0;          ///< measured ones that it takes part in and that the model can predict ...
  int mixes_off = 0;      ///< ... and of which it is more than a tenth off
  double worst_ratio = 1; ///< measured / predicted by the model, the farthest from one
};

struct ModelCheck {
  std::string model_name;
  std::vector<std::string> port_of_pipe; ///< empty: no port of the model is like it
  std::vector<FormCheck> forms;          ///< those whose usage was found
  int mixes = 0;
  double mean_error = 0; ///< of the model over all these mixes
  double worst_error = 0;
};

/// `examples`: an instruction of each form under test; null where there is none.
[[nodiscard]] ModelCheck check_against_model(const PortMap &map, const MixLog &log,
                                             const std::vector<const Instruction *> &examples,
                                             const MachineModel &model);

} // namespace osaca::measure
