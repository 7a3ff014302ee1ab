#include "render/ci/ci_formats.h"

#include "base/format.h"
#include "base/index.h"
#include "base/readable_name.h"
#include "collection/loop_identity.h"
#include "render/phrases.h"
#include "render/selection.h"
#include "render/words/words.h"

#include <map>
#include <pugixml.hpp>
#include <set>
#include <sstream>

namespace osaca {
namespace {

struct Case {
  std::string file;
  int line = 0;
  std::string name;
  std::string output;      ///< details of the loop
  std::string cycles;      ///< empty: there is no machine code
  bool complete = true;    ///< false: the cycles are a lower bound
  std::string skip_reason; ///< not empty: skipped, unless it fails
  FindingList failures;
};

bool fails(const CollectedFinding &finding) {
  return finding.open() && (finding.finding->severity >= Severity::warning || is_about_a_promise(finding));
}

std::string figures_of(const CollectedLoop &loop) {
  const KernelReport &report = loop.report;
  std::string out = headline_of(report) + "\n";
  const auto add = [&out](const std::string &name, const std::string &value) {
    out += format_text("{}: {}\n", name, value);
  };
  add("place", place_of(report).text());
  add("cycles_per_iteration", report.cycles_per_iteration.text());
  if (!report.complete)
    add("lower_bound_only", "true");
  if (report.source_iterations)
    add("source_iterations", std::to_string(*report.source_iterations));
  if (const std::string each = cycles_of_source_iteration(report); !each.empty())
    add("cycles_per_source_iteration", each);
  for (const Bound &bound : report.bounds)
    add("bound." + std::string(name_of(bound.kind)), bound.cycles.text());
  add("vector_bits", std::to_string(report.vector_bits));
  return out;
}

/// Cleans each line separately, so that a line end within a name does not begin a new line.
std::string clean_lines(const std::string &text) {
  std::istringstream lines(text);
  std::string out;
  for (std::string line; std::getline(lines, line);)
    out += clean_line(line) + "\n";
  return out;
}

class Cases {
public:
  explicit Cases(const Collection &collection) : collection_(collection) {
    for (const CollectedLoop &loop : collection.loops)
      cases_.push_back({.file = place_of(loop.report).file,
                        .line = place_of(loop.report).line,
                        .name = format_text("{} on {}", name_of_loop(loop), loop.report.arch),
                        .output = figures_of(loop),
                        .cycles = loop.report.cycles_per_iteration.text(4),
                        .complete = loop.report.complete,
                        .skip_reason = "",
                        .failures = {}});
    for (const CollectedFinding *finding : open_findings_by_importance(collection)) {
      if (fails(*finding))
        for (const int loop : finding->loops)
          cases_[at(loop)].failures.push_back(finding);
      if (finding->loops.empty())
        add_case_without_loop(*finding);
    }
    for (const AnnotationReport &annotation : collection.annotated)
      if (annotation.status != AnnotationStatus::analysed)
        case_at(annotation.source).skip_reason = annotation.reason.empty() ? "no machine code" : annotation.reason;
    distinguish();
  }

  /// By file; within a file in the order of the collection.
  [[nodiscard]] std::map<std::string, std::vector<const Case *>> by_file() const {
    std::map<std::string, std::vector<const Case *>> out;
    for (const Case &one : cases_)
      out[one.file].push_back(&one);
    return out;
  }

private:
  Case &case_at(const SourceLocation &where) {
    for (std::size_t i = collection_.loops.size(); i < cases_.size(); ++i)
      if (cases_[i].file == where.file && cases_[i].line == where.line)
        return cases_[i];
    return cases_.emplace_back(Case{.file = where.file,
                                    .line = where.line,
                                    .name = "annotated loop",
                                    .output = "",
                                    .cycles = "",
                                    .skip_reason = "",
                                    .failures = {}});
  }

  void add_case_without_loop(const CollectedFinding &finding) {
    Case &held = case_at(finding.finding->where);
    if (fails(finding))
      held.failures.push_back(&finding);
    else if (held.skip_reason.empty())
      held.skip_reason = message_of(finding);
  }

  void distinguish() {
    std::map<std::pair<std::string, std::string>, int> uses;
    for (const Case &one : cases_)
      ++uses[{one.file, one.name}];
    std::map<std::pair<std::string, std::string>, int> ordinals;
    for (Case &one : cases_) {
      if (uses[{one.file, one.name}] > 1 && one.line > 0)
        one.name += format_text(", line {}", one.line);
      if (const int ordinal = ++ordinals[{one.file, one.name}]; ordinal > 1)
        one.name += format_text(" ({})", ordinal);
    }
  }

  const Collection &collection_;
  std::vector<Case> cases_; ///< the loops come first, at their indices
};

void set(pugi::xml_node node, const char *name, const std::string &value) {
  node.append_attribute(name) = value.c_str();
}

void add_text(pugi::xml_node node, const char *name, const std::string &text) {
  node.append_child(name).append_child(pugi::node_pcdata).set_value(text.c_str());
}

void write_failure(pugi::xml_node node, const Collection &collection, const FindingList &findings) {
  const Finding &first = findings.front()->finding;
  std::string message = clean_line(message_of(*findings.front()));
  if (findings.size() > 1)
    message += format_text(" (and {} more)", findings.size() - 1);
  std::string text;
  for (const CollectedFinding *collected : findings) {
    const Finding &finding = collected->finding;
    text += format_text("{}: {}: {} [{}]\n", clean_line(place_of(collection, *collected).text()),
                        name_of(finding.severity), clean_line(message_of(*collected)), clean_line(finding.rule));
    if (const std::string advice = advice_of(finding); !advice.empty())
      text += format_text("    what to try: {}\n", clean_line(advice));
  }
  pugi::xml_node failure = node.append_child("failure");
  set(failure, "type", clean_line(first.rule));
  set(failure, "message", message);
  failure.append_child(pugi::node_pcdata).set_value(text.c_str());
}

/// The counts of a suite: tests, failures, skipped.
struct Counts {
  int tests = 0;
  int failures = 0;
  int skipped = 0;

  void add(const Case &one) {
    ++tests;
    failures += one.failures.empty() ? 0 : 1;
    skipped += one.failures.empty() && !one.skip_reason.empty() ? 1 : 0;
  }
  void set_in(pugi::xml_node node, bool is_suite) const {
    set(node, "tests", std::to_string(tests));
    set(node, "failures", std::to_string(failures));
    set(node, "errors", "0");
    if (is_suite)
      set(node, "skipped", std::to_string(skipped));
    set(node, "time", "0");
  }
};

void write_suite(pugi::xml_node suite, const std::string &file, const std::vector<const Case *> &cases,
                 const Collection &collection) {
  const std::string name = file.empty() ? "(no file)" : clean_line(file);
  set(suite, "name", name);
  Counts counts;
  for (const Case *one : cases)
    counts.add(*one);
  counts.set_in(suite, true);
  pugi::xml_node properties;
  for (const Case *one : cases) {
    if (one->cycles.empty())
      continue;
    if (!properties)
      properties = suite.append_child("properties");
    pugi::xml_node property = properties.append_child("property");
    set(property, "name",
        format_text("{}: cycles per iteration{}", clean_line(one->name), one->complete ? "" : " (at least)"));
    set(property, "value", one->cycles);
  }
  for (const Case *one : cases) {
    pugi::xml_node node = suite.append_child("testcase");
    set(node, "classname", name);
    set(node, "name", clean_line(one->name));
    set(node, "time", "0");
    if (!one->failures.empty())
      write_failure(node, collection, one->failures);
    else if (!one->skip_reason.empty())
      add_text(node, "skipped", clean_line(one->skip_reason));
    if (!one->output.empty())
      add_text(node, "system-out", clean_lines(one->output));
  }
}

/// Inputs that could not be read and remarks about the whole report: a suite without tests.
void write_remarks(pugi::xml_node suites, const Collection &collection) {
  if (collection.problems.empty() && collection.notes.empty())
    return;
  std::string text;
  for (const Error &problem : collection.problems)
    text += format_text("part of the input could not be used: {}\n", clean_line(problem.text()));
  for (const std::string &note : collection.notes)
    text += clean_line(note) + "\n";
  pugi::xml_node suite = suites.append_child("testsuite");
  set(suite, "name", "osaca");
  Counts{}.set_in(suite, true);
  add_text(suite, "system-err", text);
}

} // namespace

std::string render_junit(const Collection &collection) {
  const Cases cases(collection);
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  set(declaration, "version", "1.0");
  set(declaration, "encoding", "UTF-8");
  pugi::xml_node suites = document.append_child("testsuites");
  set(suites, "name", "osaca");
  Counts all;
  for (const auto &[file, held] : cases.by_file())
    for (const Case *one : held)
      all.add(*one);
  all.set_in(suites, false);
  for (const auto &[file, held] : cases.by_file())
    write_suite(suites.append_child("testsuite"), file, held, collection);
  write_remarks(suites, collection);
  std::ostringstream out;
  document.save(out, " ");
  return out.str();
}

} // namespace osaca
