// The options for the output format of a report, and writing a report in that format.
#pragma once

#include "driver/command_line/option_set.h"
#include "report/report.h"

#include <span>
#include <string>

namespace osaca::driver {

struct OutputSettings {
  std::string format = "text";
  std::string file; ///< empty or "-": standard output
  std::string graph;
  std::string colour = "auto";
  int width = -1;     ///< -1: that of the terminal
  int most_lines = 0; ///< 0: no limit
  bool verbose = false;
  bool report_is_kept = false; ///< not an option: the complete report is also written elsewhere, so diagnostics
                               ///< summarise loops that were not requested by name
  std::string unit = {};       ///< not an option: the name of the source file, for the summary
};

/// Adds --format, -o, --export-graph, --color, --width and --verbose.
void add_output_options(OptionSet &options, OutputSettings &settings);

/// Whether the settings do not contradict each other, and the outputs leave the inputs unchanged. If not, this is
/// reported on standard error.
[[nodiscard]] bool may_write(const OutputSettings &settings, std::span<const std::string> inputs);

/// Whether writing to `output` leaves the inputs unchanged. If not, this is reported on standard error.
[[nodiscard]] bool keeps_inputs(const std::string &output, std::span<const std::string> inputs);

/// Writes the report and the requested graph. Errors are reported on standard error.
[[nodiscard]] bool write_report(const Report &report, const OutputSettings &settings);

/// Writes `text`. Reports an error if that fails, or if refusal_to_replace() protects the existing file.
[[nodiscard]] bool written(const std::string &path, const std::string &text);

/// Like written(), but for binary data: no byte is changed.
[[nodiscard]] bool bytes_written(const std::string &path, const std::string &bytes);

} // namespace osaca::driver
