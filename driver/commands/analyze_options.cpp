#include "driver/commands/analyze_options.h"

#include "driver/command_line/messages.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <sched.h>
#include <string_view>

namespace osaca::driver {
namespace {

std::optional<int> line_number(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < 1)
    return std::nullopt;
  return number;
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
      return Error{"--lines: " + in_quotes(item) + " is not a range of lines like 3-9"};
    if (*last < *first)
      return Error{"--lines: " + in_quotes(item) + " ends before it begins"};
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
              "where the loops' data are, unless their pragma says it: L1, L2, L3, MEM, or a size (48MB, 256KiB); the "
              "prediction is then for data there (default: L1, beside a table of what the other levels make of it)")
      .called("LEVEL|SIZE")
      .checked_by([problem_of](const std::string &text) { return problem_of(parse_data_place(text)); });
  options
      .option("--rows", data.rows,
              "how far the rows of the loops' arrays are apart, unless their pragma says it: elements (8000, "
              "8000doubles) or bytes (64kB); decides which rows of a stencil stay in which cache")
      .called("LENGTH")
      .checked_by([problem_of](const std::string &text) { return problem_of(parse_rows(text)); });
  options
      .option("--mispredict", data.mispredict,
              "this part of the loops' conditional branches is predicted wrongly (a profiler's branch-misses / "
              "branches): what that costs is told beside the prediction")
      .called("RATE")
      .checked_by([problem_of](const std::string &text) { return problem_of(parse_misprediction_rate(text)); });
}

void add_analysis_options(OptionSet &options, AnalyzeOptions &analysis, const std::string &default_core) {
  options
      .list("--arch,-a", analysis.archs,
            "cores to analyse for: names as 'osaca models' lists them, LLVM's CPU names, model files (*.yml) or "
            "'native'; separated by commas, repeatable (default: " +
                default_core + "; the report then says so)")
      .called("A[,B...]");
  options.flag("--fixed", analysis.equal_port_split,
               "split each uop equally over its ports instead of as well as possible");
  options.flag("--ignore-unknown", analysis.ignore_unknown,
               "instructions without figures count as free; they stay marked");
  options.action(
      "--timeline", [&analysis] { analysis.timeline_iterations = std::max(analysis.timeline_iterations, 3); },
      "show what becomes of each uop in three iterations of the simulation (text only)");
  options.option("--timeline-iterations", analysis.timeline_iterations, "the same for N iterations")
      .called("N")
      .within(1, 50, true);
  options.action(
      "--consider-flag-deps", [&analysis] { analysis.flag_dependencies = true; },
      "follow dependencies through condition flags (default)");
  options.action(
      "--no-consider-flag-deps", [&analysis] { analysis.flag_dependencies = false; },
      "do not follow dependencies through condition flags");
}

} // namespace osaca::driver
