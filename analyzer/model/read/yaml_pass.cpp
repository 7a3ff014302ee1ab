#include "model/read/yaml_pass.h"

#include "base/format.h"
#include "base/name_matching.h"
#include "base/text.h"
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
  problems.add(*node, format_text("source '{}' is not a key of 'sources'{}", name->substr(0, 40),
                                  suggestion(*name, source_names)));
  return {};
}

void ReadContext::check_pattern(const YamlNode &pattern) {
  const std::string &text = pattern.text;
  const auto odd = std::ranges::find_if(
      text, [](unsigned char c) { return !(std::isalnum(c) || c == '_' || c == '.' || c == '*' || c == '?'); });
  if (odd != text.end()) {
    problems.add(pattern,
                 format_text("'{}' is not an opcode name: use letters, digits, '_' and '.', and in globs '*' and '?'",
                             text.substr(0, 40)));
    return;
  }
  if (opcode_names.empty() || problems.full())
    return;
  if (!is_glob(text)) {
    if (std::ranges::binary_search(opcode_names, text))
      return;
    const std::string hint = suggestions_left-- > 0 ? suggestion(text, opcode_names) : "";
    problems.add(pattern, format_text("unknown opcode '{}'{}", text, hint));
    return;
  }
  const bool any = std::ranges::any_of(opcode_names, [&](const std::string &name) { return glob_matches(text, name); });
  if (!any)
    problems.add(pattern, format_text("glob '{}' matches no opcode", text));
}

std::vector<std::string> ReadContext::patterns(const YamlNode &node, std::string_view what) {
  std::vector<std::string> texts;
  for (const YamlNode *word : words_of(node, what, problems)) {
    check_pattern(*word);
    texts.push_back(word->text);
  }
  if (texts.empty())
    problems.add(node, std::string(what) + " must not be empty");
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
                         format_text("'ports' has more than {} items; write \"n*PORTS\" for n equal items", most));
    demands.resize(most);
  }
  return demands;
}

} // namespace osaca

namespace osaca::fields {

namespace {

std::string quoted(std::string_view key) { return format_text("'{}'", key); }

} // namespace

bool is_list(const YamlNode &node, std::string_view what, std::size_t most, Problems &problems) {
  if (node.kind != YamlNode::Kind::sequence) {
    problems.add(node, format_text("{} must be a list, not {}", what, name_of(node.kind)));
    return false;
  }
  if (node.items.size() > most) {
    problems.add(node, format_text("{} has more than {} entries", what, most));
    return false;
  }
  return true;
}

std::string must_be_one_of(std::string_view key, const std::vector<std::string> &names) {
  return format_text("{} must be one of {}", quoted(key), joined(names));
}

void YamlPass::integer(std::string_view key, int &value, Need need, Limits limits, std::string_view) {
  if (const YamlNode *node = find(key, need))
    value = integer_of(*node, quoted(key), limits.least, limits.most, context_.problems).value_or(limits.least);
}

void YamlPass::truth(std::string_view key, bool &value, Need need, std::string_view) {
  if (const YamlNode *node = find(key, need))
    value = truth_of(*node, quoted(key), context_.problems).value_or(value);
}

void YamlPass::cycles(std::string_view key, Cycles &value, Need need, std::string_view) {
  if (const YamlNode *node = find(key, need))
    value = cycles_of(*node, quoted(key), context_.problems).value_or(Cycles(1));
}

void YamlPass::percent(std::string_view key, double &value, Need need, Limits limits, std::string_view) {
  const YamlNode *node = find(key, need);
  if (!node)
    return;
  const Cycles number = cycles_of(*node, quoted(key), context_.problems).value_or(Cycles(limits.least));
  if (number < Cycles(limits.least) || Cycles(limits.most) < number)
    context_.problems.add(*node, format_text("{} must be from {} to {}", quoted(key), limits.least, limits.most));
  value = number.to_double();
}

void YamlPass::text(std::string_view key, std::string &value, Need need, const TextForm &form, std::string_view) {
  const YamlNode *node = find(key, need);
  if (!node)
    return;
  value = text_of(*node, quoted(key), context_.problems).value_or("");
  if (!value.empty() && form.holds && !form.holds(value))
    context_.problems.add(*node, format_text("{} must have {}", quoted(key), form.says));
}

void YamlPass::constant(std::string_view key, std::string_view value, std::string_view) {
  const YamlNode *node = fields_.require(key);
  if (node && node->text != value)
    context_.problems.add(*node,
                          format_text("{} must be {}, the only version of the format so far", quoted(key), value));
}

void YamlPass::names(std::string_view key, std::vector<std::string> &value, Need need, const TextForm &form,
                     std::string_view) {
  const YamlNode *node = find(key, need);
  if (!node)
    return;
  for (const YamlNode *word : words_of(*node, quoted(key), context_.problems)) {
    if (!form.holds(word->text))
      context_.problems.add(*word, format_text("each word of {} must have {}", quoted(key), form.says));
    value.push_back(word->text);
  }
}

void YamlPass::notes(std::string_view key, std::vector<ArchNote> &value, Need need, int most, std::string_view) {
  const YamlNode *node = find(key, need);
  if (!node || !is_list(*node, quoted(key), static_cast<std::size_t>(most), context_.problems))
    return;
  value.clear();
  for (const YamlNode &item : node->items)
    if (std::optional<ArchNote> note = note_of(item))
      value.push_back(*std::move(note));
}

/// A text, {borrowed_figures: a text}, or {concerns: globs, text: a text}.
std::optional<ArchNote> YamlPass::note_of(const YamlNode &node) {
  ArchNote note;
  const YamlNode *text = &node;
  if (node.kind == YamlNode::Kind::map) {
    Fields fields(node, "a note", context_.problems);
    if (const YamlNode *globs = fields.find("concerns")) {
      note.concerns = context_.patterns(*globs, "'concerns'");
      text = fields.require("text");
    } else {
      note.kind = ArchNote::Kind::borrowed_figures;
      text = fields.require("borrowed_figures");
    }
    fields.refuse_others();
  }
  if (!text)
    return std::nullopt;
  std::optional<std::string> words = text_of(*text, "a note", context_.problems);
  if (!words)
    return std::nullopt;
  note.text = *std::move(words);
  return note;
}

void YamlPass::port_names(std::string_view key, std::map<std::string, std::vector<std::string>> &value, Need need,
                          std::string_view) {
  const YamlNode *node = find(key, need);
  if (!node)
    return;
  if (node->kind != YamlNode::Kind::map)
    context_.problems.add(*node, quoted(key) + " must map LLVM's units to ports of the model");
  for (const YamlEntry &entry : node->entries) {
    const PortSet set = set_of(entry.value, "the ports of a unit");
    std::vector<std::string> &names = value[entry.key.text];
    names.clear();
    for (std::size_t i = 0; i < ports_.size(); ++i)
      if (((set >> i) & 1) != 0)
        names.push_back(ports_[i].name);
  }
}

void YamlPass::globs(std::string_view key, std::vector<std::string> &value, Need need, std::string_view) {
  if (const YamlNode *node = find(key, need))
    value = context_.patterns(*node, quoted(key));
}

void YamlPass::words(std::string_view key, std::vector<std::string> &value, Need need, std::string_view) {
  const YamlNode *node = find(key, need);
  if (!node)
    return;
  value.clear();
  for (const YamlNode *word : words_of(*node, quoted(key), context_.problems))
    value.push_back(word->text);
}

void YamlPass::demands(std::string_view key, std::vector<PortDemand> &value, Need need, std::string_view) {
  if (const YamlNode *node = find(key, need))
    value = read_demands(*node, ports_, context_);
}

void YamlPass::demands(std::string_view key, std::optional<std::vector<PortDemand>> &value, Need need,
                       std::string_view) {
  if (const YamlNode *node = find(key, need))
    value = read_demands(*node, ports_, context_);
}

void YamlPass::port_set(std::string_view key, PortSet &value, Need need, std::string_view) {
  if (const YamlNode *node = find(key, need))
    value = set_of(*node, quoted(key));
}

void YamlPass::vector_types(std::string_view key, VectorTypes &value, Need need, std::string_view) {
  const YamlNode *node = find(key, need);
  if (!node)
    return;
  for (const YamlNode *word : words_of(*node, quoted(key), context_.problems)) {
    if (const std::optional<VectorTypes> types = VectorTypes::named(word->text))
      value.add(*types);
    else
      context_.problems.add(*word, format_text("'{}' is no setting of vtype; examples are m2, e32m2 and e8mf4",
                                               word->text.substr(0, 40)));
  }
  if (value.empty() && !context_.problems.any())
    context_.problems.add(*node, format_text("{} must not be empty", quoted(key)));
}

PortSet YamlPass::set_of(const YamlNode &node, const std::string &what) {
  PortSet set = 0;
  if (node.kind == YamlNode::Kind::sequence && node.items.empty())
    return set;
  for (const YamlNode *word : words_of(node, what, context_.problems)) {
    const Expected<PortSet> ports = parse_port_set(word->text, ports_);
    if (ports)
      set |= *ports;
    else
      context_.problems.add(*word, ports.error().message);
  }
  return set;
}

} // namespace osaca::fields
