// Measurement files: YAML of a plain shape, one line per value, written form by form (docs/measure/files.md).
#pragma once

#include "base/expected.h"
#include "measure/file/measurement.h"

#include <string>
#include <string_view>
#include <vector>

namespace osaca::measure {

struct MeasurementFile {
  MeasuredMachine machine;
  std::vector<MeasuredHelper> helpers;
  std::vector<MeasuredForm> forms;
};

[[nodiscard]] std::string head_text(const MeasuredMachine &machine, const std::vector<MeasuredHelper> &helpers);
[[nodiscard]] std::string form_text(const MeasuredForm &form);

/// Files as the two above write them; other YAML of the same meaning is not understood, and neither are lines in
/// another order: they were mixed by two writers. Errors name the line.
[[nodiscard]] Expected<MeasurementFile> read_measurements(std::string_view text, const std::string &name);

/// What of an unfinished file can be kept: all but the last form, which may be cut off.
struct Resumable {
  std::string text;
  std::vector<std::string> opcodes; ///< that it holds
};
/// `only_stable`: without the forms that have an unstable figure, so that they are measured again. Error: what is
/// before the last form is not as it was written, in the line that it names.
[[nodiscard]] Expected<Resumable> resumable(std::string_view text, const std::string &name, bool only_stable = false);

} // namespace osaca::measure
