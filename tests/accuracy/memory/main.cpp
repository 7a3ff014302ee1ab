// osaca_memory_accuracy: kernels measured with their data in each level, predicted with legs from load and copy.
#include "measured_kernels.h"
#include "truth_kernels.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iostream>

namespace osaca::accuracy {
namespace {

#ifdef OSACA_REFERENCE
constexpr const char *default_reference = OSACA_REFERENCE;
#else
constexpr const char *default_reference = "";
#endif

void print_summary(const std::string &what, const std::vector<PredictedRow> &rows) {
  const ErrorSummary summary = summary_of(rows);
  std::printf("  %-34s %4zu rows  mean %5.1f %%  largest %5.1f %%\n", what.c_str(), summary.rows, 100 * summary.mean,
              100 * summary.largest);
}

std::vector<PredictedRow> in_level(std::vector<PredictedRow> rows, const std::string &level) {
  std::erase_if(rows, [&](const PredictedRow &row) { return row.level != level; });
  return rows;
}

void print_machine(const std::string &machine, const std::vector<MeasuredSet> &sets, std::size_t worst) {
  std::vector<PredictedRow> rows;
  std::printf("%s\n", machine.c_str());
  for (const MeasuredSet &set : sets)
    if (set.machine == machine) {
      const std::vector<PredictedRow> added = predicted_rows(set);
      print_summary(set.configuration, added);
      rows.insert(rows.end(), added.begin(), added.end());
    }
  for (const char *level : {"L2", "L3", "MEM"})
    print_summary(level, in_level(rows, level));
  print_summary("all", rows);
  std::ranges::sort(rows, [](const auto &a, const auto &b) { return std::abs(a.error()) > std::abs(b.error()); });
  for (std::size_t i = 0; i < std::min(worst, rows.size()); ++i)
    std::printf("    %+6.1f %%  %-8s %-4s predicted %7.2f measured %7.2f  %s\n", 100 * rows[i].error(),
                rows[i].kernel.c_str(), rows[i].level.c_str(), rows[i].predicted_cycles, rows[i].measured_cycles,
                rows[i].configuration.c_str());
}

int print_truth(const std::string &folder, const std::string &arch) {
  const auto rows = truth_rows(folder, arch);
  if (!rows) {
    std::cerr << "osaca_memory_accuracy: " << rows.error().text() << '\n';
    return 1;
  }
  for (const TruthRow &row : *rows)
    std::printf("%-10s %-4s predicted %8.2f measured %8.2f %+6.1f %%  %s\n", row.kernel.c_str(), row.level.c_str(),
                row.predicted_cycles, row.measured_cycles, 100 * row.error(), row.bound_by.c_str());
  return 0;
}

int print_reference(const std::string &folder, std::size_t worst) {
  const auto rows = reference_rows(folder + "/ecm-measured.csv");
  if (!rows) {
    std::cerr << "osaca_memory_accuracy: " << rows.error().text() << '\n';
    return 1;
  }
  const std::vector<MeasuredSet> sets = measured_sets(*rows);
  for (const std::string &machine : machines_with_composition())
    print_machine(machine, sets, worst);
  return 0;
}

} // namespace
} // namespace osaca::accuracy

int main(int argc, char **argv) {
  std::string reference = osaca::accuracy::default_reference;
  std::string truth;
  std::string arch = "emeraldrapids";
  std::size_t worst = 5;
  CLI::App app("Kernels measured with their data in L2, L3 and memory (ecm-measured.csv), predicted with legs from "
               "load and copy");
  app.add_option("--reference", reference, "Folder with ecm-measured.csv");
  app.add_option("--truth", truth, "In place of that, kernels over sizes: a folder with memory.csv and NAME.s");
  app.add_option("--arch", arch, "Core that --truth was measured on");
  app.add_option("--worst", worst, "Rows of each machine with the largest errors");
  CLI11_PARSE(app, argc, argv);
  return truth.empty() ? osaca::accuracy::print_reference(reference, worst) : osaca::accuracy::print_truth(truth, arch);
}
