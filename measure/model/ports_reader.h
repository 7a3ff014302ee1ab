// Ports files (docs/measure/ports.md), read back.
#pragma once

#include "base/expected.h"
#include "measure/file/measurement.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::measure::composer {

/// Bit i: pipe i of the file.
using InferredPipes = std::uint64_t;

struct InferredUop {
  InferredPipes pipes = 0; ///< 0: a slow unit
  int unit = -1;
  double cycles = 1;
};

struct InferredForm {
  enum class Status { uops, no_pipe, unknown };
  std::string opcode;
  Status status = Status::unknown;
  std::optional<double> alone_cycles;
  std::optional<double> slots;
  bool has_company = false; ///< each copy stands beside other instructions, whose time is in `alone_cycles`
  std::vector<InferredUop> uops;
};

struct PortFindings {
  MeasuredMachine machine;
  double dispatch_width = 0;
  bool width_is_bound = false; ///< it is at least so much
  int pipes = 0;
  int units = 0;
  double mean_error = 0; ///< of random mixes
  int random_mixes = 0;
  std::vector<InferredForm> forms;

  [[nodiscard]] const InferredForm *find(std::string_view opcode) const;
};

/// Error: also if the file was cut off, or says what cannot be.
[[nodiscard]] Expected<PortFindings> read_ports(std::string_view text, const std::string &name);

} // namespace osaca::measure::composer
