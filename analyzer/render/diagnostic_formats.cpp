#include "render/diagnostic_formats.h"

#include "render/phrases.h"
#include "render/table.h"

#include <cstdlib>

namespace osaca {
namespace {

/// Index of the listed location closest to `where`: same place, else same line, else the nearest line of the file; the
/// first location if the file is unknown to the capture.
std::size_t index_of(const SourceLocation &where, const std::vector<SourceLocation> &locations) {
  std::size_t best = 0;
  long best_distance = -1;
  for (std::size_t i = 0; i < locations.size(); ++i) {
    const SourceLocation &candidate = locations[i];
    if (candidate.file != where.file)
      continue;
    if (candidate == where)
      return i;
    const long distance = 2 * std::labs(static_cast<long>(candidate.line) - where.line) + 1;
    if (best_distance < 0 || distance < best_distance) {
      best = i;
      best_distance = distance;
    }
  }
  return best;
}

Colour colour_of(Severity severity) {
  switch (severity) {
  case Severity::note: return Colour::cyan;
  case Severity::warning: return Colour::yellow;
  case Severity::error: return Colour::red;
  }
  return Colour::none;
}

} // namespace

std::string render_diagnostics(const Report &report, const DiagnosticOptions &options, bool colour) {
  std::string out;
  for (const Diagnostic &diagnostic : diagnostics_of(report, options)) {
    const std::string where = one_line(diagnostic.where.text());
    out += coloured(where.empty() ? "osaca" : where, Colour::bold, colour) + ": ";
    out += coloured(std::string(name_of(diagnostic.severity)) + ":", colour_of(diagnostic.severity), colour);
    out += " osaca: " + one_line(diagnostic.message);
    if (!diagnostic.rule.empty())
      out += " [" + coloured(diagnostic.rule, colour_of(diagnostic.severity), colour) + "]";
    out += '\n';
  }
  return out;
}

std::string render_diagnostic_records(const Report &report, const std::vector<SourceLocation> &locations,
                                      const DiagnosticOptions &options) {
  std::string out = "osaca-diagnostics 1\n";
  for (const Diagnostic &diagnostic : diagnostics_of(report, options)) {
    // With -Werror a warning would delete the object: only what somebody chose to be one reaches the compiler as such.
    const bool chosen = options.warnings || options.chosen_rules.contains(diagnostic.rule);
    out += std::string(name_of(chosen ? diagnostic.severity : Severity::note)) + "\t";
    out += std::to_string(index_of(diagnostic.where, locations)) + "\t";
    out += (diagnostic.rule.empty() ? "-" : one_line(diagnostic.rule)) + "\t" + one_line(diagnostic.message) + "\n";
  }
  return out + "end\n";
}

} // namespace osaca
