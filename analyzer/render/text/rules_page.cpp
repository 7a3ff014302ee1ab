#include "render/text/rules_page.h"

#include "render/text/table.h"
#include "report/rules.h"

#include <algorithm>

namespace osaca {

std::string render_rule_list() {
  std::size_t widest = 0;
  for (const Rule &rule : rules())
    widest = std::max(widest, rule.id.size());
  std::string out;
  for (const Rule &rule : rules())
    out += std::string(rule.id) + std::string(widest - rule.id.size() + 2, ' ') + std::string(rule.summary) + "\n";
  return out;
}

std::string render_rules_markdown() {
  std::string out =
      "# Rules\n\n"
      "Every finding belongs to one of these rules. This page is printed by `osaca rules --markdown`; a test\n"
      "compares the two, so change the registry (`analyzer/report/rules.cpp`), not this page. The advice given with a\n"
      "finding goes by the loop and may be another than the one here; each piece of it is shown to help in the\n"
      "[pages of the rules](rules/README.md).\n\n"
      "| rule | severity | what it says |\n| --- | --- | --- |\n";
  for (const Rule &rule : rules())
    out += "| [" + std::string(rule.id) + "](#" + std::string(rule.id) + ") | " + std::string(name_of(rule.severity)) +
           " | " + std::string(rule.summary) + " |\n";
  for (const Rule &rule : rules())
    out += "\n" + render_rule_markdown(rule);
  return out;
}

std::string render_rule_markdown(const Rule &rule) {
  std::string out =
      "## " + std::string(rule.id) + "\n\n" + std::string(rule.summary) + "\n\n" + std::string(rule.explanation) + "\n";
  if (!rule.fix.empty())
    out += "\n**What to try:** " + std::string(rule.fix) + "\n";
  out += "\n[More, with examples](rules/" + std::string(rule.id) + ".md)\n";
  return out;
}

std::string render_rule(const Rule &rule, int width) {
  constexpr int indent = 2;
  const auto paragraph = [width](std::string_view text) {
    return "\n" + std::string(indent, ' ') + wrapped(text, width, indent) + "\n";
  };
  const std::string id(rule.id);
  const std::string short_name = id.substr(id.find('-') + 1);
  std::string out = id + " (" + std::string(name_of(rule.severity)) + "): " + std::string(rule.summary) + "\n";
  out += paragraph(rule.explanation);
  if (!rule.fix.empty())
    out += paragraph("What to try: " + std::string(rule.fix));
  out += paragraph("To ignore it: a comment 'osaca: ignore[" + short_name + "]' at the loop, or '" + short_name +
                   ": off' under 'rules' in .osaca.yml. With examples: docs/rules/" + id + ".md.");
  return out;
}

} // namespace osaca
