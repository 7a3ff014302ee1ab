// The options that say in which form a report is shown, and showing it.
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
  int width = -1; ///< -1: the terminal's
  bool verbose = false;
  bool report_is_kept =
      false; ///< not an option: all of it is written as well, so diagnostics sum up loops that nobody asked for
  std::string unit = {}; ///< not an option: what these are loops of
};

/// --format, -o, --export-graph, --color, --width, --verbose.
void add_output_options(OptionSet &options, OutputSettings &settings);

/// Whether the outputs of these settings leave the inputs as they are; what would not is told on standard error.
[[nodiscard]] bool spares_inputs(const OutputSettings &settings, std::span<const std::string> inputs);

/// The same for one output.
[[nodiscard]] bool spares_inputs(const std::string &output, std::span<const std::string> inputs);

/// Writes the report and the graph that was asked for; what goes wrong is told on standard error.
[[nodiscard]] bool write_report(const Report &report, const OutputSettings &settings);

/// Writes `text`, or tells why not: that something else is there already, too (refusal_to_replace()).
[[nodiscard]] bool written(const std::string &path, const std::string &text);

/// The same for what is not text for people: not a byte is changed.
[[nodiscard]] bool bytes_written(const std::string &path, const std::string &bytes);

} // namespace osaca::driver
