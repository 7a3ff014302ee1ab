#include "render/diagnostics/diagnostics.h"

#include "base/format.h"
#include "render/phrases.h"
#include "render/text/table.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace osaca {

NearestPlace::NearestPlace(const std::vector<SourceLocation> &places) {
  for (std::size_t i = 0; i < places.size(); ++i)
    files_[places[i].file][places[i].line].emplace(places[i].column, i);
}

std::size_t NearestPlace::index_of(const SourceLocation &where) const {
  const auto file = files_.find(where.file);
  if (file == files_.end())
    return 0;
  const Lines &lines = file->second;
  auto line = lines.lower_bound(where.line);
  if (line == lines.end())
    line = std::prev(line);
  else if (line->first != where.line && line != lines.begin()) {
    const auto before = std::prev(line);
    if (where.line - before->first <= line->first - where.line)
      line = before;
  }
  const auto &columns = line->second;
  if (const auto same = columns.find(where.column); line->first == where.line && same != columns.end())
    return same->second;
  return std::ranges::min_element(columns,
                                  [](const auto &a, const auto &b) {
                                    return a.second < b.second; // the one listed first
                                  })
      ->second;
}

namespace {

/// Compilers show no source line for a diagnostic without a place.
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
      out += format_text(" [{}]", coloured(diagnostic.rule, colour_of(diagnostic.severity), colour));
    out += '\n';
  }
  return out;
}

std::string render_diagnostic_records(const Report &report, const std::vector<SourceLocation> &locations,
                                      const DiagnosticOptions &options) {
  std::string out = "osaca-diagnostics 1\n";
  const NearestPlace nearest(locations);
  std::map<Severity, int> counts; // each severity has its own limit, so that many notes cannot hide an error
  int left_out = 0;
  for (const Diagnostic &diagnostic : diagnostics_of(report, options)) {
    // With -Werror, a warning would delete the object. Only severities that the user chose are passed to the compiler
    // as warnings.
    const bool chosen = options.warnings || options.chosen_rules.contains(diagnostic.rule);
    const Severity severity = chosen ? diagnostic.severity : Severity::note;
    if (++counts[severity] > options.most_of_a_severity) {
      ++left_out;
      continue;
    }
    out += std::string(diagnostic.continues ? "more" : name_of(severity)) + "\t";
    out += (is_of_the_unit(diagnostic.where) ? "-1" : std::to_string(nearest.index_of(diagnostic.where))) + "\t";
    out += format_text("{}\t{}\n", diagnostic.rule.empty() ? "-" : one_line(diagnostic.rule),
                       one_line(diagnostic.message));
  }
  if (left_out > 0)
    out += format_text("note\t-1\t-\t{} more messages about this unit are not shown; write a report (report=FILE) to "
                       "see all of them\n",
                       left_out);
  return out + "end\n";
}

} // namespace osaca
