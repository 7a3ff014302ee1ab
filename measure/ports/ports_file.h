// The file that `osaca measure ports` writes (docs/measure/ports.md), and the comparison of the inferred pipes with a
// machine model.
#pragma once

#include "kernel/instruction.h"
#include "measure/file/measurement.h"
#include "measure/ports/counter_check.h"
#include "measure/ports/port_map.h"
#include "model/machine_model.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace osaca::measure {

// Compares the inferred pipes with the ports of a machine model.
//
// Abstract pipes have no names, so each is matched with the port of the model with which most forms agree. A form
// agrees if its uops are then those of the model. Two different descriptions can be equivalent, so the model's
// predictions for the measured mixes are compared as well.

struct FormCheck {
  int form = 0;
  bool is_known = false; ///< the model has the form
  bool agrees = false;
  std::string measured; ///< in the model's names: "ALU0|ALU1", "2*FP2|FP3"
  std::string model;
  int mixes = 0;          ///< measured mixes that contain it and that the model can predict ...
  int mixes_off = 0;      ///< ... and those of them for which the prediction is off by more than 10 %
  double worst_ratio = 1; ///< measured / predicted by the model; the ratio farthest from one
};

struct PortModelCheck {
  std::string model_name;
  std::vector<std::string> port_of_pipe; ///< empty: the pipe corresponds to no port of the model
  std::vector<FormCheck> forms;          ///< those with known usage
  int mixes = 0;
  double mean_error = 0; ///< of the model's predictions for all these mixes
  double worst_error = 0;
};

/// `examples`: an instruction of each form under test; null if there is none.
[[nodiscard]] PortModelCheck check_against_model(const PortMap &map, const MixLog &log,
                                                 const std::vector<const Instruction *> &examples,
                                                 const MachineModel &model);

// The file that `osaca measure ports` writes (docs/measure/ports.md).

/// The `status` in the file of a form for which no measurement shows a pipe.
inline constexpr std::string_view no_pipe_status = "no pipe seen";

struct PortsReport {
  MeasuredMachine machine;
  std::vector<FormUnderTest> forms;
  std::vector<std::string> opcodes;           ///< of each form
  std::vector<std::string> variants;          ///< empty: the form's usual operands
  std::vector<std::string> texts;             ///< an example of each
  std::vector<std::vector<std::string>> with; ///< instructions before each copy
  PortMap map;
  std::vector<std::pair<std::string, std::string>> left_out; ///< opcode, reason
  std::size_t mixes = 0;
  std::size_t unreliable_mixes = 0;
  double median_spread = 0;
  std::optional<PortModelCheck> check;
  std::optional<CounterCheck> counter_check;
};

[[nodiscard]] std::string ports_text(const PortsReport &report);

// The part of a ports file with the results of port counters (docs/measure/ports.md).

[[nodiscard]] std::string counter_check_text(const CounterCheck &check, const std::vector<FormUnderTest> &forms);

} // namespace osaca::measure
