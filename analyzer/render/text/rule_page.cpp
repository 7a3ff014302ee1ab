#include "render/text/rule_page.h"

#include "render/text/table.h"

namespace osaca {

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
