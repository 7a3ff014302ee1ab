// Compares two tables of instruction figures form by form.
#pragma once

#include "measure/tables/subject.h"

#include <functional>
#include <string>
#include <vector>

namespace osaca::measure {

/// One figure that differs.
struct FigureDifference {
  std::string what; ///< "throughput" or "latency"
  std::string from; ///< for latencies
  std::string to;
  FigureRange a;
  FigureRange b;
};

struct FormDifference {
  std::string opcode;
  std::vector<FigureDifference> figures;
};

struct TableDiff {
  std::vector<FormDifference> differing;
  std::vector<std::string> only_a;
  std::vector<std::string> only_b;
  int same_count = 0;
  int uncomparable_count = 0; ///< both have the form, but no figure of the same kind
};

struct DiffOptions {
  Tolerance tolerance;
  std::function<bool(const std::string &opcode)> wanted = [](const std::string &) { return true; };
};

/// Precondition: both have the same instruction set.
[[nodiscard]] TableDiff compare(const Subject &a, const Subject &b, ExampleForms &examples, const DiffOptions &options);

/// The figures that differ. `common` is set to whether the forms have a figure in common at all.
[[nodiscard]] std::vector<FigureDifference> differences(const FormFigures &a, const FormFigures &b,
                                                        const Tolerance &tolerance, bool &common);

[[nodiscard]] std::string diff_text(const TableDiff &comparison, const std::string &a, const std::string &b);
[[nodiscard]] std::string diff_csv(const TableDiff &comparison);

} // namespace osaca::measure
