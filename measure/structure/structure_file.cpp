#include "measure/structure/structure_file.h"

#include "measure/decimal.h"

namespace osaca::measure::structure {
namespace {

constexpr int digits = 3;

/// Always in quotes, so that no text can be taken for something else.
std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      out += '\\';
    out += c < 0x20 || c > 0x7e ? ' ' : c;
  }
  return out + '"';
}

std::string value_yaml(const Finding &finding) {
  if (!finding.value)
    return "null";
  return finding.unit == yes_or_no ? quoted(value_text(finding)) : decimal(*finding.value, digits);
}

std::string curve_yaml(const Curve &curve) {
  std::string points;
  for (const CurvePoint &point : curve.points)
    points += (points.empty() ? "[" : ", [") + std::to_string(point.x) + ", " + decimal(point.y, digits) + "]";
  return "    curve:\n      x: " + quoted(curve.x) + "\n      y: " + quoted(curve.y) + "\n      points: [" + points +
         "]\n";
}

} // namespace

std::string head_yaml(const MeasuredMachine &machine) {
  return "schema: osaca-structure-1\nmachine:\n  cpu: " + quoted(machine.cpu) + "\n  isa: " + quoted(machine.isa) +
         "\n  llvm_cpu: " + quoted(machine.llvm_cpu) + "\n  date: " + quoted(machine.date) +
         "\n  method: " + quoted(machine.method) + "\nfindings:\n";
}

std::string finding_yaml(const Finding &finding) {
  std::string out = "  - name: " + quoted(finding.name) + "\n    value: " + value_yaml(finding) +
                    "\n    unit: " + quoted(finding.unit) + "\n";
  out += std::string(finding.value ? "    concluded: " : "    could_not_be_told: ") + quoted(finding.concluded) + "\n";
  if (finding.value)
    out += "    spread: " + decimal(finding.spread, digits) + "\n";
  if (finding.is_unstable)
    out += "    unstable: true\n";
  if (!finding.subject.empty())
    out += "    code: " + quoted(finding.subject) + "\n";
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

} // namespace osaca::measure::structure
