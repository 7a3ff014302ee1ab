// The file that `osaca measure ports` writes (docs/measure/ports.md).
#pragma once

#include "measure/file/measurement.h"
#include "measure/ports/counter_check.h"
#include "measure/ports/model_check.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace osaca::measure {

/// A form's `status` in the file where nothing that was measured needs a pipe.
inline constexpr std::string_view no_pipe_status = "no pipe seen";

struct PortsReport {
  MeasuredMachine machine;
  std::vector<FormUnderTest> forms;
  std::vector<std::string> opcodes;           ///< of each
  std::vector<std::string> variants;          ///< empty: its usual operands
  std::vector<std::string> texts;             ///< an example of each
  std::vector<std::vector<std::string>> with; ///< instructions before each copy
  PortMap map;
  std::vector<std::pair<std::string, std::string>> left_out; ///< opcode, reason
  std::size_t mixes = 0;
  std::size_t unreliable_mixes = 0;
  double median_spread = 0;
  std::optional<ModelCheck> check;
  std::optional<CounterCheck> counter_check;
};

[[nodiscard]] std::string ports_text(const PortsReport &report);

} // namespace osaca::measure
