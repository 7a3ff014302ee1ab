#include "render/diagnostics/diagnostic_formats.h"

#include "render/diagnostics/nearest_place.h"
#include "render/phrases.h"
#include "render/text/table.h"

#include <map>

namespace osaca {
namespace {

/// Compilers show no line of the source with what has no place.
bool is_of_the_unit(const SourceLocation &where) { return where.file.empty() && where.line == 0; }

} // namespace

std::string render_diagnostics(const Report &report, const DiagnosticOptions &options, bool colour) {
  std::string out;
  for (const Diagnostic &diagnostic : diagnostics_of(report, options)) {
    const std::string where = one_line(diagnostic.where.text());
    out += where.empty() ? "" : coloured(where, Colour::bold, colour) + ": ";
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
  const NearestPlace nearest(locations);
  std::map<Severity, int> counts; // each by itself: no flood of notes may hide an error
  int left_out = 0;
  for (const Diagnostic &diagnostic : diagnostics_of(report, options)) {
    // With -Werror a warning would delete the object: only what somebody chose to be one reaches the compiler as such.
    const bool chosen = options.warnings || options.chosen_rules.contains(diagnostic.rule);
    const Severity severity = chosen ? diagnostic.severity : Severity::note;
    if (++counts[severity] > options.most_of_a_severity) {
      ++left_out;
      continue;
    }
    out += std::string(diagnostic.continues ? "more" : name_of(severity)) + "\t";
    out += (is_of_the_unit(diagnostic.where) ? "-1" : std::to_string(nearest.index_of(diagnostic.where))) + "\t";
    out += (diagnostic.rule.empty() ? "-" : one_line(diagnostic.rule)) + "\t" + one_line(diagnostic.message) + "\n";
  }
  if (left_out > 0)
    out += "note\t-1\t-\t" + std::to_string(left_out) +
           " more messages about this unit are not shown; a report of it (report=FILE) holds all of them\n";
  return out + "end\n";
}

} // namespace osaca
