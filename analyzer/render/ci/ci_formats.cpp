#include "render/ci/ci_formats.h"

#include "base/format.h"
#include "base/readable_name.h"
#include "collection/loop_identity.h"
#include "render/json/json_writer.h"
#include "render/phrases.h"
#include "render/selection.h"
#include "render/words/words.h"

#include <algorithm>

namespace osaca {

namespace {

/// Characters that would end a command's text are written as %XX, and in a property (`is_property`) also those that
/// would end the property.
std::string escaped_for_github(const std::string &text, bool is_property) {
  std::string out;
  for (const char c : text) {
    switch (c) {
    case '%': out += "%25"; break;
    case '\r': out += "%0D"; break;
    case '\n': out += "%0A"; break;
    case ':': out += is_property ? "%3A" : ":"; break;
    case ',': out += is_property ? "%2C" : ","; break;
    default: out += c;
    }
  }
  return out;
}

std::string_view command_of(Severity severity) {
  switch (severity) {
  case Severity::note: return "notice";
  case Severity::warning: return "warning";
  case Severity::error: return "error";
  }
  return "notice";
}

} // namespace

std::string render_github(const Collection &collection) {
  std::string out;
  for (const FoldedFinding &folded : folded_findings(collection)) {
    const Finding &finding = folded.first->finding;
    const SourceLocation where = place_of(collection, *folded.first);
    const std::string advice = advice_of(finding);
    std::string properties;
    const auto add = [&properties](const std::string &name, const std::string &value) {
      properties += format_text("{}{}={}", properties.empty() ? "" : ",", name, escaped_for_github(value, true));
    };
    if (!where.file.empty())
      add("file", clean_line(where.file));
    if (where.known())
      add("line", std::to_string(where.line));
    if (where.known() && where.column > 0)
      add("col", std::to_string(where.column));
    add("title", clean_line(finding.rule));
    out += format_text("::{} {}::{}\n", command_of(finding.severity), properties,
                       escaped_for_github(clean_line(message_of(folded)) +
                                              (advice.empty() ? "" : "\nWhat to try: " + clean_line(advice)),
                                          false));
  }
  return out;
}

namespace {

std::string_view severity_of(const CollectedFinding &finding) {
  if (finding.finding->severity == Severity::error || is_about_a_promise(finding))
    return finding.finding->severity == Severity::note ? "minor" : "major";
  return finding.finding->severity == Severity::warning ? "minor" : "info";
}

} // namespace

std::string render_gitlab(const Collection &collection) {
  FindingList findings = open_findings_by_importance(collection);
  std::erase_if(findings, [&](const CollectedFinding *finding) { return place_of(collection, *finding).file.empty(); });
  JsonWriter out;
  out.array(findings, [&](const CollectedFinding *collected) {
    const Finding &finding = collected->finding;
    const SourceLocation where = place_of(collection, *collected);
    const std::string advice = advice_of(finding);
    out.object([&] {
      out.field("description", clean_line(message_of(*collected)) +
                                   (advice.empty() ? "" : format_text(" (what to try: {})", clean_line(advice))));
      out.field("check_name", finding.rule);
      out.field("fingerprint", collected->fingerprint.text());
      out.field("severity", severity_of(*collected));
      out.key("location");
      out.object([&] {
        out.field("path", where.file);
        out.key("lines");
        out.object([&] { out.field("begin", std::max(where.line, 1)); });
      });
    });
  });
  return out.take() + "\n";
}

// See "Additional Test Measurements" in ctest(1).

namespace {

std::string escaped_for_cmake(std::string_view text) {
  std::string out;
  for (const char c : one_line(text)) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

std::string measurement(std::string_view type, std::string_view name, const std::string &value) {
  return format_text("<CTestMeasurement type=\"numeric/{}\" name=\"{}\">{}</CTestMeasurement>\n", type,
                     escaped_for_cmake(name), value);
}

/// Without the line, because a series of measurements has to keep its name when lines move.
std::string name_of(const LoopRecord &loop) {
  std::string name = "cycles " + loop.file;
  if (!loop.function.empty())
    name += " " + readable_name(loop.function);
  if (loop.written.place.known())
    name += ", in " + loop.written.function;
  if (loop.part.number > 0)
    name += format_text(", loop {} of {}", loop.part.number, loop.part.count);
  if (!loop.role.is_plain())
    name += ", " + name_of(loop.role);
  if (loop.path_number > 1)
    name += format_text(", path {}", loop.path_number);
  return format_text("{} on {}{}", name, loop.arch, loop.figures.in_order ? " (at least)" : "");
}

} // namespace

std::string render_ctest(const Collection &collection) {
  std::string out = measurement("integer", "osaca loops", std::to_string(collection.loops.size()));
  out += measurement("integer", "osaca findings", std::to_string(collection.open_finding_count(Severity::note)));
  if (collection.comparison)
    out += measurement("integer", "osaca regressions", std::to_string(collection.comparison->regression_count()));
  std::map<std::string, int> seen;
  for (const CollectedLoop &loop : collection.loops) {
    std::string name = name_of(record_of(loop));
    if (const int before = seen[name]++; before > 0)
      name += format_text(", loop {}", before + 1);
    out += measurement("double", name, loop.report.cycles_per_iteration.text(3));
  }
  return out;
}

namespace {

/// In single quotes, within which only the quote itself is special.
std::string yaml_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text)
    out += c == '\'' ? "''" : std::string(1, c);
  return out + "'";
}

std::string debug_location(const SourceLocation &where) {
  return format_text("{{ File: {}, Line: {}, Column: {} }}", yaml_quoted(clean_line(where.file)), where.line,
                     where.column);
}

class Remark {
public:
  Remark(std::string_view kind, std::string_view name, const SourceLocation &where, const std::string &function) {
    text_ = format_text("--- !{}\nPass:            osaca\nName:            {}\n", kind, yaml_quoted(name));
    if (where.known() && !where.file.empty())
      text_ += format_text("DebugLoc:        {}\n", debug_location(where));
    text_ += format_text("Function:        {}\nArgs:\n",
                         yaml_quoted(function.empty() ? "(no function)" : clean_line(function)));
  }

  /// Viewers show the values one after the other.
  void add(std::string_view key, std::string_view value, const SourceLocation &where = {}) {
    text_ += format_text("  - {}: {}\n", key, yaml_quoted(value));
    if (where.known() && !where.file.empty())
      text_ += format_text("    DebugLoc: {}\n", debug_location(where));
  }

  [[nodiscard]] std::string text() const { return text_ + "...\n"; }

private:
  std::string text_;
};

/// Together, the values give the headline of phrases.h.
std::string remark_of(const CollectedLoop &loop) {
  const KernelReport &report = loop.report;
  Remark remark("Analysis", "Prediction", place_of(report), report.function);
  const std::string name = name_of_loop(loop);
  remark.add("Loop", clean_line(name));
  remark.add("String", report.complete ? ": " : ": at least ");
  remark.add("CyclesPerIteration", report.cycles_per_iteration.text());
  const std::string source_iterations = phrase_of_source_iterations(report);
  const bool several = report.source_iterations.value_or(0) > 1;
  remark.add("String",
             format_text(" cycles per iteration{} on ", several ? format_text(" ({})", source_iterations) : ""));
  remark.add("Core", clean_line(report.arch));
  if (!report.bound_is_known) {
    remark.add("String", bound_in_a_sentence(report));
    return remark.text();
  }
  remark.add("String", ", bound by ");
  remark.add("Bound", phrase_of(report.bound_by));
  if (const std::string simulation = phrase_of_simulation(report); !simulation.empty())
    remark.add("String", simulation);
  return remark.text();
}

std::string remark_of(const Collection &collection, const CollectedFinding &collected) {
  const Finding &finding = collected.finding;
  const CollectedLoop *loop = representative_of(collection, collected);
  Remark remark("Missed", identifier_of_rule(finding.rule), place_of(collection, collected),
                loop == nullptr ? "" : loop->report.function);
  remark.add("String", clean_line(message_of(collected)));
  for (const FindingStep &step : *finding.steps) {
    remark.add("String", "; ");
    remark.add("Step", clean_line(text_of(step)), step.where);
  }
  if (const std::string advice = advice_of(finding); !advice.empty()) {
    remark.add("String", ". What to try: ");
    remark.add("Fix", clean_line(advice));
  }
  return remark.text();
}

} // namespace

std::string render_remarks(const Collection &collection) {
  std::string out;
  for (const CollectedLoop &loop : collection.loops)
    out += remark_of(loop);
  for (const CollectedFinding *finding : findings_for_ci(collection))
    if (finding->open())
      out += remark_of(collection, *finding);
  return out;
}

} // namespace osaca
