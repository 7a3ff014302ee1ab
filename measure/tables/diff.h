// Two tables of instruction figures compared, form by form.
#pragma once

#include "measure/tables/subject.h"

#include <functional>
#include <string>
#include <vector>

namespace osaca::measure {

/// One figure on which they disagree.
struct FigureDifference {
  std::string what; ///< "throughput" or "latency"
  std::string from; ///< of a latency
  std::string to;
  FigureRange a;
  FigureRange b;
};

struct FormDifference {
  std::string opcode;
  std::vector<FigureDifference> figures;
};

struct Comparison {
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

/// Both must be of the same ISA.
[[nodiscard]] Comparison compare(const Subject &a, const Subject &b, ExampleForms &examples,
                                 const DiffOptions &options);

/// What they disagree on; nothing if they have no figure in common, which `common` tells.
[[nodiscard]] std::vector<FigureDifference> differences(const FormFigures &a, const FormFigures &b,
                                                        const Tolerance &tolerance, bool &common);

[[nodiscard]] std::string diff_text(const Comparison &comparison, const std::string &a, const std::string &b);
[[nodiscard]] std::string diff_csv(const Comparison &comparison);

} // namespace osaca::measure
