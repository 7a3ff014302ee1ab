// Measurement files (docs/measure/files.md), and what all files with measurements have in common.
#pragma once

#include "base/expected.h"
#include "measure/file/measurement.h"

#include <string>
#include <string_view>
#include <vector>

namespace osaca::measure {

// What all files with measurements have in common.

/// The text on one line: line ends become "; ", and characters that are not printable become blanks.
[[nodiscard]] std::string on_one_line(std::string_view text);
/// The text in quotes, on one line, so that YAML always reads it as a string.
[[nodiscard]] std::string yaml_quoted(std::string_view text);
/// A word of letters, digits and "._+-" as it is; any other text in quotes.
[[nodiscard]] std::string yaml_word(std::string_view text);
/// ["a", "b"]
[[nodiscard]] std::string yaml_list(const std::vector<std::string> &texts);

/// "schema: SCHEMA", and the measured machine.
[[nodiscard]] std::string yaml_head(std::string_view schema, const MeasuredMachine &machine);

// Measurement files: plain YAML with one line per value, written form by form (docs/measure/files.md).

struct MeasurementFile {
  MeasuredMachine machine;
  std::vector<MeasuredHelper> helpers;
  std::vector<MeasuredForm> forms;
};

[[nodiscard]] std::string head_text(const MeasuredMachine &machine, const std::vector<MeasuredHelper> &helpers);
[[nodiscard]] std::string form_text(const MeasuredForm &form);

/// Reads files as written by head_text() and form_text(). Other YAML of the same meaning is rejected, and so are lines
/// in another order, which come from two writers at once. Errors name the line.
[[nodiscard]] Expected<MeasurementFile> read_measurements(std::string_view text, const std::string &name);

/// What can be kept of an unfinished file: everything except the last form, which may be incomplete.
struct Resumable {
  std::string text;
  std::vector<std::string> opcodes; ///< of the forms in `text`
};
/// `only_stable`: without the forms that have an unstable figure, so that they are measured again. Error: the text
/// before the last form is not in the written format; the error names the line.
[[nodiscard]] Expected<Resumable> resumable(std::string_view text, const std::string &name, bool only_stable = false);

} // namespace osaca::measure
