#include "driver/commands/analyze_options.h"

#include "base/format.h"
#include "base/text.h"
#include "driver/command_line/messages.h"

#include <algorithm>
#include <optional>
#include <sched.h>
#include <string_view>

namespace osaca::driver {
namespace {

std::optional<int> line_number(std::string_view text) {
  const auto number = parse_number<int>(text);
  return number && *number >= 1 ? number : std::nullopt;
}

} // namespace

Expected<std::vector<std::pair<int, int>>> parse_lines(const std::vector<std::string> &items) {
  std::vector<std::pair<int, int>> ranges;
  bool previous_was_single = false;
  for (const std::string &item : items) {
    const std::size_t dash = item.find('-');
    const bool single = dash == std::string::npos;
    const auto first = line_number(std::string_view(item).substr(0, dash));
    const auto last = single ? first : line_number(std::string_view(item).substr(dash + 1));
    if (!first || !last)
      return Error{format_text("--lines: {} is not a range of lines such as 3-9", in_quotes(item))};
    if (*last < *first)
      return Error{format_text("--lines: {} ends before it begins", in_quotes(item))};
    if (single && previous_was_single && ranges.back().second + 1 == *first)
      ranges.back().second = *last;
    else
      ranges.emplace_back(*first, *last);
    previous_was_single = single;
  }
  return ranges;
}

int default_jobs() {
  cpu_set_t usable;
  CPU_ZERO(&usable);
  const int count = ::sched_getaffinity(0, sizeof usable, &usable) == 0 ? CPU_COUNT(&usable) : 0;
  return std::max(count, 1);
}

DataPlace DataOptions::place() const {
  const Expected<DataPlace> said = parse_data_place(data);
  const Expected<DataPlace> rows_said = parse_rows(rows);
  return joined_places(said ? *said : DataPlace{}, rows_said ? *rows_said : DataPlace{});
}

std::optional<double> DataOptions::mispredicted() const {
  const Expected<double> rate = parse_misprediction_rate(mispredict);
  return rate ? std::optional(*rate) : std::nullopt;
}

void add_data_options(OptionSet &options, DataOptions &data) {
  const auto problem_of = [](const auto &said) { return said ? "" : said.error().message; };
  options
      .option("--data", data.data,
              "where the data of the loops is: L1, L2, L3, MEM, or a size (48MB, 256KiB); the pragma of a loop takes "
              "precedence (default: L1, with a table of the cycles for the other levels)")
      .called("LEVEL|SIZE")
      .checked_by([problem_of](const std::string &text) { return problem_of(parse_data_place(text)); });
  options
      .option("--rows", data.rows,
              "distance between the rows of arrays, in elements (8000, 8000doubles) or bytes (64kB), to find which "
              "cache holds the rows of a stencil; the pragma of a loop takes precedence")
      .called("LENGTH")
      .checked_by([problem_of](const std::string &text) { return problem_of(parse_rows(text)); });
  options
      .option("--mispredict", data.mispredict,
              "fraction of the conditional branches that is mispredicted (branch-misses / branches of a profiler); the "
              "cost is shown with the prediction")
      .called("RATE")
      .checked_by([problem_of](const std::string &text) { return problem_of(parse_misprediction_rate(text)); });
}

void add_analysis_options(OptionSet &options, AnalyzeOptions &analysis, const std::string &default_core) {
  options
      .list("--arch,-a", analysis.archs,
            format_text("cores to analyse for: names listed by 'osaca models', CPU names of LLVM, model files (*.yml) "
                        "or 'native'; separated by commas, repeatable (default: {}, with a note in the report)",
                        default_core))
      .called("A[,B...]");
  options.flag("--fixed", analysis.equal_port_split,
               "distribute each uop equally among its ports instead of optimally");
  options.flag("--ignore-unknown", analysis.ignore_unknown,
               "treat instructions without figures as free; they are still marked");
  options
      .option("--clock", analysis.clock_ghz,
              "clock frequency of the core in GHz, to show floating-point operations per second with --verbose and in "
              "JSON (default: the one in the model, if any)")
      .called("GHZ")
      .within(0.01, 20);
  options
      .option("--calls", analysis.calls_file,
              "a table with the costs of calls (a file written by 'osaca measure calls -o'); it takes precedence "
              "over the shipped tables")
      .called("FILE")
      .checked_by(names_a_file);
  options.action(
      "--timeline", [&analysis] { analysis.timeline_iterations = std::max(analysis.timeline_iterations, 3); },
      "show the timeline of each uop in three iterations of the simulation (text and JSON)");
  options.option("--timeline-iterations", analysis.timeline_iterations, "like --timeline, for N iterations")
      .called("N")
      .within(1, 50, true);
  options.action(
      "--consider-flag-deps", [&analysis] { analysis.flag_dependencies = true; },
      "follow dependencies through condition flags (default)");
  options.action(
      "--no-consider-flag-deps", [&analysis] { analysis.flag_dependencies = false; },
      "do not follow dependencies through condition flags");
}

AnalyzeOptions with_defaults(AnalyzeOptions analysis, const Settings &project) {
  if (analysis.archs.empty())
    analysis.archs = project.archs;
  if (analysis.calls_file.empty())
    analysis.calls_file = project.calls.value_or("");
  return analysis;
}

} // namespace osaca::driver
