#include "measure/core_probes/finding.h"

#include "measure/file/measurement_file.h"
#include "measure/file/number_text.h"

#include <cmath>

namespace osaca::measure::core_probes {

std::string value_text(const Finding &finding) {
  if (!finding.value)
    return "unknown";
  if (finding.unit == yes_or_no)
    return *finding.value > 0 ? "yes" : "no";
  const bool is_whole = std::abs(*finding.value - std::round(*finding.value)) < 1e-9;
  return decimal(*finding.value, is_whole ? 0 : 2) + " " + finding.unit;
}

namespace {

constexpr int digits = 3;

std::string value_yaml(const Finding &finding) {
  if (!finding.value)
    return "null";
  return finding.unit == yes_or_no ? yaml_quoted(value_text(finding)) : decimal(*finding.value, digits);
}

std::string curve_yaml(const Curve &curve) {
  std::string points;
  for (const CurvePoint &point : curve.points)
    points += (points.empty() ? "[" : ", [") + std::to_string(point.x) + ", " + decimal(point.y, digits) + "]";
  return "    curve:\n      x: " + yaml_quoted(curve.x) + "\n      y: " + yaml_quoted(curve.y) + "\n      points: [" +
         points + "]\n";
}

std::string cases_yaml(const std::vector<std::string> &list) {
  std::string out;
  for (const std::string &one : list)
    out += (out.empty() ? "" : ", ") + yaml_quoted(one);
  return "    holds_with: [" + out + "]\n";
}

} // namespace

std::string head_yaml(const MeasuredMachine &machine) {
  return yaml_head("osaca-structure-1", machine) + "findings:\n";
}

std::string finding_yaml(const Finding &finding) {
  std::string out = "  - name: " + yaml_quoted(finding.name) + "\n    value: " + value_yaml(finding) +
                    "\n    unit: " + yaml_quoted(finding.unit) + "\n";
  out += std::string(finding.value ? "    concluded: " : "    could_not_be_told: ") + yaml_quoted(finding.concluded) +
         "\n";
  if (finding.value)
    out += "    spread: " + decimal(finding.spread, digits) + "\n";
  if (finding.is_unstable)
    out += "    unstable: true\n";
  if (!finding.subject.empty())
    out += "    code: " + yaml_quoted(finding.subject) + "\n";
  if (!finding.holds_with.empty())
    out += cases_yaml(finding.holds_with);
  if (finding.curve)
    out += curve_yaml(*finding.curve);
  return out;
}

std::string finding_text(const Finding &finding) {
  constexpr std::size_t name_width = 44;
  std::string out = "  " + finding.name;
  out.append(out.size() < name_width ? name_width - out.size() : 1, ' ');
  return out + " " + value_text(finding) + (finding.is_unstable ? " (unstable)" : "") + "\n        " +
         finding.concluded + "\n";
}

} // namespace osaca::measure::core_probes
