// Structure files (docs/measure/structure.md), read back: the findings by their names.
#pragma once

#include "base/expected.h"
#include "measure/core_probes/finding.h"
#include "measure/file/measurement.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace osaca::measure::composer {

class StructureFindings {
public:
  StructureFindings() = default;
  StructureFindings(MeasuredMachine machine, std::map<std::string, core_probes::Finding, std::less<>> findings)
      : machine_(std::move(machine)), findings_(std::move(findings)) {}

  [[nodiscard]] const MeasuredMachine &machine() const { return machine_; }
  [[nodiscard]] const std::map<std::string, core_probes::Finding, std::less<>> &all() const { return findings_; }

  /// Null: nobody looked for it.
  [[nodiscard]] const core_probes::Finding *find(std::string_view name) const;
  /// Empty too if it could not be told, or is less than nothing or beyond what any core has.
  [[nodiscard]] std::optional<double> number(std::string_view name) const;
  [[nodiscard]] std::optional<bool> truth(std::string_view name) const;

private:
  MeasuredMachine machine_;
  std::map<std::string, core_probes::Finding, std::less<>> findings_;
};

/// `name` is for messages. Error: also if the file was cut off.
[[nodiscard]] Expected<StructureFindings> read_structure(std::string_view text, const std::string &name);

} // namespace osaca::measure::composer
