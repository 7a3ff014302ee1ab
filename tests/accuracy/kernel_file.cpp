#include "kernel_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fstream>
#include <sstream>

namespace osaca::test {

namespace {

std::vector<std::string> split(const std::string &line, std::size_t most) {
  std::vector<std::string> fields;
  std::size_t begin = 0;
  while (fields.size() + 1 < most) {
    const std::size_t comma = line.find(',', begin);
    if (comma == std::string::npos)
      break;
    fields.push_back(line.substr(begin, comma - begin));
    begin = comma + 1;
  }
  fields.push_back(line.substr(begin));
  return fields;
}

} // namespace

std::vector<Row> read_table(const std::string &path) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line))
    return {};
  const std::vector<std::string> columns = split(line, line.size() + 1);
  std::vector<Row> rows;
  while (std::getline(file, line)) {
    if (line.empty())
      continue;
    const std::vector<std::string> fields = split(line, columns.size());
    Row row;
    for (std::size_t i = 0; i < fields.size(); ++i)
      row[columns[i]] = fields[i];
    rows.push_back(std::move(row));
  }
  return rows;
}

std::optional<double> figure(const Row &row, const std::string &column) {
  const auto found = row.find(column);
  if (found == row.end() || found->second.empty())
    return std::nullopt;
  return std::stod(found->second);
}

std::string read_file(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::optional<KernelReport> analyze_kernel(const std::string &assembly, const std::string &path,
                                           const std::string &arch) {
  AnalyzeOptions options;
  options.archs = {arch};
  const Expected<Report> report = analyze(assembly, path, options);
  if (!report) {
    ADD_FAILURE() << report.error().text();
    return std::nullopt;
  }
  for (const Error &problem : report->problems)
    ADD_FAILURE() << problem.text();
  if (report->kernels.empty()) {
    ADD_FAILURE() << path << ": no kernel";
    return std::nullopt;
  }
  const auto size = [](const KernelReport &kernel) { return kernel.instructions.size(); };
  return *std::ranges::max_element(report->kernels, {}, size);
}

std::optional<KernelReport> analyze_kernel_file(const std::string &path, const std::string &arch) {
  return analyze_kernel(read_file(path), path, arch);
}

std::optional<double> cycles_of_copies(std::string body, int copies, const std::string &arch) {
  std::ranges::replace(body, ';', '\n');
  std::string loop = ".Lloop:\n";
  for (int copy = 0; copy < copies; ++copy)
    loop += body + "\n";
  AnalyzeOptions options;
  options.archs = {arch};
  const Expected<Report> report = analyze(loop + "dec %r15\njne .Lloop\n", "a.s", options);
  if (!report || report->kernels.size() != 1) {
    ADD_FAILURE() << (report ? "not one kernel" : report.error().text());
    return std::nullopt;
  }
  return report->kernels[0].cycles_per_iteration.to_double();
}

void expect_measured(const std::string &body, double cycles, const std::string &arch, double tolerance) {
  const auto predicted = cycles_of_copies(body, 1, arch);
  ASSERT_TRUE(predicted) << body;
  EXPECT_NEAR(*predicted, cycles, tolerance * cycles) << body;
}

std::optional<Errors> errors_of(const std::string &table, const std::string &arch) {
  const std::vector<Row> rows = read_table(std::string(OSACA_OWN_KERNELS "/") + table);
  Errors errors;
  for (const Row &row : rows) {
    const auto predicted = cycles_of_copies(row.at("body"), static_cast<int>(*figure(row, "copies")), arch);
    if (!predicted)
      return std::nullopt;
    const double error = std::abs(*predicted / *figure(row, "cycles") - 1);
    errors.mean += error / static_cast<double>(rows.size());
    errors.within_a_tenth += (error <= 0.1 ? 1.0 : 0.0) / static_cast<double>(rows.size());
  }
  return rows.empty() ? std::nullopt : std::optional(errors);
}

void expect_errors(const std::string &table, const std::string &arch, const Errors &limits) {
  const std::optional<Errors> errors = errors_of(table, arch);
  ASSERT_TRUE(errors) << table;
  EXPECT_LT(errors->mean, limits.mean) << table;
  EXPECT_GT(errors->within_a_tenth, limits.within_a_tenth) << table;
}

double bound_cycles(const KernelReport &kernel, BoundKind kind) {
  for (const Bound &bound : kernel.bounds)
    if (bound.kind == kind)
      return bound.cycles.to_double();
  return 0;
}

std::string test_name(const Row &row) {
  std::string name = row.at("kernel") + "_" + row.at("arch");
  std::ranges::replace_if(name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

} // namespace osaca::test
