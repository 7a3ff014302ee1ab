#include "measure/core_probes/probe_finding.h"

#include "base/format.h"
#include "measure/file/measurement_file.h"
#include "measure/file/number_text.h"

#include <cmath>

namespace osaca::measure::core_probes {

std::string value_text(const ProbeFinding &finding) {
  if (!finding.value)
    return "unknown";
  if (finding.unit == yes_or_no)
    return *finding.value > 0 ? "yes" : "no";
  const bool is_whole = std::abs(*finding.value - std::round(*finding.value)) < 1e-9;
  return format_text("{} {}", decimal(*finding.value, is_whole ? 0 : 2), finding.unit);
}

// The text of findings is composed by hand, not with YamlWriter, because it is appended to the file one by one.

namespace {

constexpr int digits = 3;

std::string value_yaml(const ProbeFinding &finding) {
  if (!finding.value)
    return "null";
  return finding.unit == yes_or_no ? yaml_quoted(value_text(finding)) : decimal(*finding.value, digits);
}

std::string curve_yaml(const Curve &curve) {
  std::string points;
  for (const CurvePoint &point : curve.points)
    points += format_text("{}{}, {}]", points.empty() ? "[" : ", [", point.x, decimal(point.y, digits));
  return format_text("    curve:\n      x: {}\n      y: {}\n      points: [{}]\n", yaml_quoted(curve.x),
                     yaml_quoted(curve.y), points);
}

} // namespace

std::string head_yaml(const MeasuredMachine &machine) {
  return yaml_head("osaca-structure-1", machine) + "findings:\n";
}

std::string finding_yaml(const ProbeFinding &finding) {
  std::string out = format_text("  - name: {}\n    value: {}\n    unit: {}\n", yaml_quoted(finding.name),
                                value_yaml(finding), yaml_quoted(finding.unit));
  out += format_text("{}{}\n",
                     finding.value ? "    concluded: " : "    could_not_be_told: ", yaml_quoted(finding.concluded));
  if (finding.value)
    out += format_text("    spread: {}\n", decimal(finding.spread, digits));
  if (finding.is_unstable)
    out += "    unstable: true\n";
  if (!finding.subject.empty())
    out += format_text("    code: {}\n", yaml_quoted(finding.subject));
  if (!finding.holds_with.empty())
    out += format_text("    holds_with: {}\n", yaml_list(finding.holds_with));
  if (finding.curve)
    out += curve_yaml(*finding.curve);
  return out;
}

std::string finding_text(const ProbeFinding &finding) {
  constexpr std::size_t name_width = 44;
  std::string out = "  " + finding.name;
  out.append(out.size() < name_width ? name_width - out.size() : 1, ' ');
  return format_text("{} {}{}\n        {}\n", out, value_text(finding), finding.is_unstable ? " (unstable)" : "",
                     finding.concluded);
}

} // namespace osaca::measure::core_probes
