// Reads structure files and ports files, and finds what several structure files agree on.
#pragma once

#include "base/expected.h"
#include "measure/core_probes/probe_finding.h"
#include "measure/file/measurement.h"
#include "measure/tables/import.h"
#include "yaml/tree.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::measure::compose {

// What the readers of our own result files share: a checked head, and numbers that are checked before use.

/// Parses a file with that schema. A complete file ends with a newline.
[[nodiscard]] Expected<YamlNode> parse_result(std::string_view text, const std::string &name, std::string_view schema);

/// The number if it is finite; empty if there is none.
[[nodiscard]] std::optional<double> number_at(const YamlNode &node, std::string_view key);

/// Error: a property of the machine is missing.
[[nodiscard]] Expected<MeasuredMachine> machine_of(const YamlNode &root, const std::string &name);

// A structure file (docs/measure/structure.md) that was read: its findings by name.

class StructureFindings {
public:
  StructureFindings() = default;
  StructureFindings(MeasuredMachine machine, std::map<std::string, core_probes::ProbeFinding, std::less<>> findings)
      : machine_(std::move(machine)), findings_(std::move(findings)) {}

  [[nodiscard]] const MeasuredMachine &machine() const { return machine_; }
  [[nodiscard]] const std::map<std::string, core_probes::ProbeFinding, std::less<>> &all() const { return findings_; }

  /// Null: the file has no such finding.
  [[nodiscard]] const core_probes::ProbeFinding *find(std::string_view name) const;
  /// Also empty if the value could not be determined, is negative, or is larger than on any core.
  [[nodiscard]] std::optional<double> number(std::string_view name) const;
  [[nodiscard]] std::optional<bool> truth(std::string_view name) const;

private:
  MeasuredMachine machine_;
  std::map<std::string, core_probes::ProbeFinding, std::less<>> findings_;
};

/// `name` is for messages. An error also if the file is incomplete.
[[nodiscard]] Expected<StructureFindings> read_structure(std::string_view text, const std::string &name);

// Combines several runs of `osaca measure structure` on one machine: a finding that one run could not determine because
// of disturbances may have a value in another run.

/// Each finding is copied from one run and never averaged, because its details belong to its value. Only runs in which
/// the finding has a value are considered. If it is stable in some of them, only those are considered. Between yes and
/// no the majority decides; if both are equally frequent, the finding has no value. Of three or more numbers the median
/// is taken, of two the first. `runs` must not be empty. The machine is that of the first run.
[[nodiscard]] StructureFindings agreed_structure(const std::vector<StructureFindings> &runs);

/// The names of the probes whose findings differ between the runs, so that another run must decide.
[[nodiscard]] std::set<std::string> probes_in_doubt(const StructureFindings &first, const StructureFindings &second);

// A ports file (docs/measure/ports.md) that was read.

/// Bit i is pipe i of the file.
using InferredPipes = std::uint64_t;

struct InferredUop {
  InferredPipes pipes = 0; ///< 0: it uses a slow unit
  int unit = -1;
  double cycles = 1;
};

struct InferredForm {
  enum class Status { uops, no_pipe, unknown };
  std::string opcode;
  Status status = Status::unknown;
  std::optional<double> alone_cycles;
  std::optional<double> slots;
  std::vector<InferredUop> uops;
};

struct PortFindings {
  MeasuredMachine machine;
  double dispatch_width = 0;
  bool width_is_bound = false; ///< the width is a lower bound
  int pipes = 0;
  int units = 0;
  double mean_error = 0; ///< mean relative error for the random mixes
  int random_mixes = 0;
  std::vector<InferredForm> forms;

  [[nodiscard]] const InferredForm *find(std::string_view opcode) const;
};

/// An error also if the file is incomplete or contains impossible values.
[[nodiscard]] Expected<PortFindings> read_ports(std::string_view text, const std::string &name);

} // namespace osaca::measure::compose
