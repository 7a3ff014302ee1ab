#include "render/text/remarks.h"

#include "collection/loop_identity.h"
#include "render/phrases.h"
#include "render/selection.h"
#include "render/text/utf8.h"
#include "render/words/words.h"

namespace osaca {
namespace {

/// In single quotes, within which only they themselves have a meaning.
std::string yaml_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text)
    out += c == '\'' ? "''" : std::string(1, c);
  return out + "'";
}

std::string debug_location(const SourceLocation &where) {
  return "{ File: " + yaml_quoted(clean_line(where.file)) + ", Line: " + std::to_string(where.line) +
         ", Column: " + std::to_string(where.column) + " }";
}

class Remark {
public:
  Remark(std::string_view kind, std::string_view name, const SourceLocation &where, const std::string &function) {
    text_ = "--- !" + std::string(kind) + "\nPass:            osaca\nName:            " + yaml_quoted(name) + "\n";
    if (where.known() && !where.file.empty())
      text_ += "DebugLoc:        " + debug_location(where) + "\n";
    text_ += "Function:        " + yaml_quoted(function.empty() ? "(no function)" : clean_line(function)) + "\nArgs:\n";
  }

  /// What is shown is the values, one after the other.
  void add(std::string_view key, std::string_view value, const SourceLocation &where = {}) {
    text_ += "  - " + std::string(key) + ": " + yaml_quoted(value) + "\n";
    if (where.known() && !where.file.empty())
      text_ += "    DebugLoc: " + debug_location(where) + "\n";
  }

  [[nodiscard]] std::string text() const { return text_ + "...\n"; }

private:
  std::string text_;
};

/// Together, the values are the headline of phrases.h.
std::string remark_of(const CollectedLoop &loop) {
  const KernelReport &report = loop.report;
  Remark remark("Analysis", "Prediction", place_of(report), report.function);
  const std::string name = name_of_loop(loop.record);
  remark.add("Loop", clean_line(name));
  remark.add("String", report.complete ? ": " : ": at least ");
  remark.add("CyclesPerIteration", report.cycles_per_iteration.text());
  const std::string source_iterations = phrase_of_source_iterations(report);
  const bool several = report.source_iterations.value_or(0) > 1;
  remark.add("String", " cycles per iteration" + (several ? " (" + source_iterations + ")" : "") + " on ");
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
  const CollectedLoop *loop = speaking_loop_of(collection, collected);
  Remark remark("Missed", identifier_of_rule(finding.rule), place_of(collection, collected),
                loop == nullptr ? "" : loop->report.function);
  remark.add("String", clean_line(message_of(collected)));
  for (const FindingStep &step : finding.steps) {
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
