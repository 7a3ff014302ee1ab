#include "model/read/read_context.h"

#include "base/glob.h"
#include "base/suggest.h"
#include "model/read/port_expression.h"

#include <algorithm>
#include <cctype>

namespace osaca {

Provenance ReadContext::source(Fields &fields) {
  const YamlNode *node = fields.require("source");
  if (!node)
    return {};
  const std::optional<std::string> name = text_of(*node, "'source'", problems);
  if (!name)
    return {};
  const auto found = sources.find(*name);
  if (found != sources.end())
    return found->second;
  problems.add(*node,
               "source '" + name->substr(0, 40) + "' is not a key of 'sources'" + suggestion(*name, source_names));
  return {};
}

void ReadContext::check_pattern(const YamlNode &pattern) {
  const std::string &text = pattern.text;
  const auto odd = std::ranges::find_if(
      text, [](unsigned char c) { return !(std::isalnum(c) || c == '_' || c == '.' || c == '*' || c == '?'); });
  if (odd != text.end()) {
    problems.add(pattern,
                 "'" + text.substr(0, 40) + "' is no opcode name: letters, digits, '_', and in globs '*' and '?'");
    return;
  }
  if (opcode_names.empty() || problems.full())
    return;
  if (!is_glob(text)) {
    if (std::ranges::binary_search(opcode_names, text))
      return;
    const std::string hint = suggestions_left-- > 0 ? suggestion(text, opcode_names) : "";
    problems.add(pattern, "no opcode is called '" + text + "'" + hint);
    return;
  }
  const bool any = std::ranges::any_of(opcode_names, [&](const std::string &name) { return glob_matches(text, name); });
  if (!any)
    problems.add(pattern, "glob '" + text + "' matches no opcode");
}

std::vector<std::string> ReadContext::patterns(const YamlNode &node, std::string_view what) {
  std::vector<std::string> texts;
  for (const YamlNode *word : words_of(node, what, problems)) {
    check_pattern(*word);
    texts.push_back(word->text);
  }
  if (texts.empty())
    problems.add(node, std::string(what) + " is empty: nothing would match");
  return texts;
}

std::vector<PortDemand> read_demands(const YamlNode &node, const std::vector<Port> &ports, ReadContext &context) {
  constexpr std::size_t most = 32;
  std::vector<PortDemand> demands;
  if (node.kind == YamlNode::Kind::sequence && node.items.empty())
    return demands;
  for (const YamlNode *word : words_of(node, "'ports'", context.problems)) {
    const Expected<PortDemand> demand = parse_port_demand(word->text, ports);
    if (demand)
      demands.push_back(*demand);
    else
      context.problems.add(*word, demand.error().message);
  }
  if (demands.size() > most) {
    context.problems.add(node,
                         "more than " + std::to_string(most) + " items in 'ports': write \"n*PORTS\" for n equal ones");
    demands.resize(most);
  }
  return demands;
}

} // namespace osaca
