#include "truth_kernels.h"

#include "reference_table.h"

#include "osaca/analyze.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace osaca::accuracy {
namespace {

/// Sizes that are well inside of a level of the machine that was measured.
struct Plateau {
  const char *level;
  std::int64_t least_bytes;
  std::int64_t most_bytes;
};
constexpr Plateau plateaus[] = {{"L1", 8 << 10, 32 << 10},
                                {"L2", 240 << 10, 1 << 20},
                                {"L3", 3900 << 10, 64 << 20},
                                {"MEM", 256 << 20, std::int64_t{1} << 30}};

Expected<KernelReport> report_of_kernel(const std::filesystem::path &file, const std::string &arch) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  AnalyzeOptions options;
  options.archs = {arch};
  const Expected<Report> report = analyze(text.str(), file.string(), options);
  if (!report)
    return report.error();
  if (report->kernels.size() != 1 || !report->kernels.front().memory)
    return Error{file.string() + ": not one loop, or the core's model has no memory"};
  return report->kernels.front();
}

std::optional<double> measured_in(const std::vector<ReferenceRow> &rows, const std::string &kernel,
                                  const Plateau &plateau) {
  double sum = 0;
  int count = 0;
  for (const ReferenceRow &row : rows) {
    const std::int64_t bytes = printed_cycles(row, "bytes").value_or(0).numerator();
    if (row.at("kernel") != kernel || bytes < plateau.least_bytes || bytes > plateau.most_bytes)
      continue;
    sum += printed_cycles(row, "cycles_per_iteration").value_or(0).to_double();
    ++count;
  }
  return count == 0 || !(sum > 0) ? std::nullopt : std::optional(sum / count);
}

} // namespace

Expected<std::vector<TruthRow>> truth_rows(const std::filesystem::path &folder, const std::string &arch) {
  const Expected<std::vector<ReferenceRow>> rows = reference_rows(folder / "memory.csv");
  if (!rows)
    return rows.error();
  std::vector<std::string> kernels;
  for (const ReferenceRow &row : *rows)
    if (std::ranges::find(kernels, row.at("kernel")) == kernels.end())
      kernels.push_back(row.at("kernel"));
  std::vector<TruthRow> found;
  for (const std::string &kernel : kernels) {
    const Expected<KernelReport> report = report_of_kernel(folder / (kernel + ".s"), arch);
    if (!report)
      return report.error();
    for (const Plateau &plateau : plateaus)
      for (const MemoryLevelFigures &level : report->memory->levels)
        if (const std::optional<double> measured = measured_in(*rows, kernel, plateau);
            measured && level.name == plateau.level)
          found.push_back({kernel, level.name, *measured, level.cycles_per_iteration.to_double(),
                           std::string(name_of(level.bound_by))});
  }
  return found;
}

} // namespace osaca::accuracy
