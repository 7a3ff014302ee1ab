#include "measure/model/structure_reader.h"

#include "measure/model/result_yaml.h"

namespace osaca::measure::composer {
namespace {

using core_probes::Finding;

Expected<Finding> finding_of(const YamlNode &node, const std::string &name) {
  Finding made;
  made.name = text_at(node, "name");
  made.unit = text_at(node, "unit");
  const YamlNode *value = child(node, "value");
  if (made.name.empty() || value == nullptr || made.unit.empty())
    return Error{"a finding wants name, value and unit", {name, node.line, 0}};
  if (made.unit == core_probes::yes_or_no && (value->text == "yes" || value->text == "no"))
    made.value = value->text == "yes" ? 1 : 0;
  else if (value->kind != YamlNode::Kind::null && value->text != "null") {
    made.value = number_at(node, "value");
    if (!made.value)
      return Error{"'value' is a number, \"yes\", \"no\" or null", {name, value->line, 0}};
  }
  made.spread = number_at(node, "spread").value_or(0);
  made.concluded = text_at(node, "concluded");
  made.is_unstable = text_at(node, "unstable") == "true";
  made.subject = text_at(node, "code");
  if (const YamlNode *cases = child(node, "holds_with"))
    for (const YamlNode &one : cases->items)
      made.holds_with.push_back(one.text);
  return made;
}

} // namespace

const Finding *StructureFindings::find(std::string_view name) const {
  const auto found = findings_.find(name);
  return found == findings_.end() ? nullptr : &found->second;
}

std::optional<double> StructureFindings::number(std::string_view name) const {
  constexpr double beyond_all = 1e6; // no core has so many of anything
  const Finding *found = find(name);
  const bool is_plausible = found != nullptr && found->value && *found->value >= 0 && *found->value < beyond_all;
  return is_plausible ? found->value : std::nullopt;
}

std::optional<bool> StructureFindings::truth(std::string_view name) const {
  const auto value = number(name);
  return value ? std::optional(*value > 0) : std::nullopt;
}

Expected<StructureFindings> read_structure(std::string_view text, const std::string &name) {
  const auto root = parse_result(text, name, "osaca-structure-1");
  if (!root)
    return root.error();
  auto machine = machine_of(*root, name);
  if (!machine)
    return machine.error();
  const YamlNode *list = child(*root, "findings");
  if (list == nullptr || list->items.empty())
    return Error{"there are no findings in it", {name, 0, 0}};
  std::map<std::string, Finding, std::less<>> findings;
  for (const YamlNode &node : list->items) {
    auto finding = finding_of(node, name);
    if (!finding)
      return finding.error();
    std::string key = finding->name;
    findings.insert_or_assign(std::move(key), std::move(finding).value());
  }
  return StructureFindings(std::move(machine).value(), std::move(findings));
}

} // namespace osaca::measure::composer
