#include "render/ci/sarif_rules.h"

#include "base/index.h"
#include "render/selection.h"
#include "report/rules.h"

#include <set>

namespace osaca {
namespace {

/// GitHub's word for how grave the findings of a rule are.
std::string_view problem_severity_of(Severity severity) {
  return severity == Severity::error ? "error" : severity == Severity::warning ? "warning" : "recommendation";
}

void write_text(JsonWriter &out, std::string_view name, const std::string &text) {
  out.key(name);
  out.object([&] { out.field("text", text); });
}

void write(JsonWriter &out, const Rule &rule, const std::string &rules_uri) {
  const std::string summary = std::string(rule.summary) + ".";
  const std::string explanation(rule.explanation);
  const std::string fix(rule.fix);
  out.object([&] {
    out.field("id", rule.id);
    out.field("name", identifier_of_rule(rule.id));
    write_text(out, "shortDescription", summary);
    write_text(out, "fullDescription", explanation);
    out.key("help");
    out.object([&] {
      out.field("text", fix.empty() ? explanation : explanation + "\n\nWhat to try: " + fix + ".");
      out.field("markdown", "**" + std::string(rule.summary) + "**\n\n" + explanation +
                                (fix.empty() ? "" : "\n\n**What to try:** " + fix + "."));
    });
    if (!rules_uri.empty())
      out.field("helpUri", rules_uri + std::string(rule.id));
    out.key("defaultConfiguration");
    out.object([&] { out.field("level", name_of(rule.severity)); });
    out.key("properties");
    out.object([&] {
      out.field("tags", std::vector<std::string>{"performance"});
      out.field("problem.severity", problem_severity_of(rule.severity));
    });
  });
}

void write_unknown(JsonWriter &out, const std::string &id) {
  const std::string text = "A rule of another version of osaca.";
  out.object([&] {
    out.field("id", id);
    for (const char *name : {"shortDescription", "fullDescription", "help"})
      write_text(out, name, text);
  });
}

} // namespace

std::map<std::string, int> sarif_rule_indices(const Collection &collection) {
  std::map<std::string, int> indices;
  for (const Rule &rule : rules())
    indices.emplace(rule.id, static_cast<int>(indices.size()));
  std::set<std::string> others;
  for (const CollectedFinding &finding : collection.findings)
    if (!indices.contains(finding.finding.rule))
      others.insert(finding.finding.rule);
  for (const std::string &rule : others)
    indices.emplace(rule, static_cast<int>(indices.size()));
  return indices;
}

void write_sarif_rules(JsonWriter &out, const std::map<std::string, int> &indices, const std::string &rules_uri) {
  std::vector<std::string> in_order(indices.size());
  for (const auto &[rule, index] : indices)
    in_order[at(index)] = rule;
  out.array(in_order, [&](const std::string &id) {
    if (const Rule *rule = find_rule(id))
      write(out, *rule, rules_uri);
    else
      write_unknown(out, id);
  });
}

} // namespace osaca
