#include "measure/model/result_yaml.h"

#include <charconv>
#include <cmath>

namespace osaca::measure::composer {

Expected<YamlNode> parse_result(std::string_view text, const std::string &name, std::string_view schema) {
  const std::string first_line = "schema: " + std::string(schema) + "\n";
  if (!text.starts_with(first_line))
    return Error{"it does not begin with '" + first_line.substr(0, first_line.size() - 1) + "'", {name, 1, 0}};
  if (text.back() != '\n')
    return Error{"it is cut off: its last line has no end", {name, 0, 0}};
  YamlLimits limits;
  limits.document = "a file of measurements";
  return parse_yaml(text, name, limits);
}

std::optional<double> number_at(const YamlNode &node, std::string_view key) {
  const std::string text = text_at(node, key);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

Expected<MeasuredMachine> machine_of(const YamlNode &root, const std::string &name) {
  const YamlNode *node = child(root, "machine");
  if (node == nullptr)
    return Error{"it does not say on which machine it was measured", {name, 0, 0}};
  MeasuredMachine machine{text_at(*node, "cpu"), text_at(*node, "isa"), text_at(*node, "llvm_cpu"),
                          text_at(*node, "date"), text_at(*node, "method")};
  if (machine.cpu.empty() || machine.isa.empty() || machine.llvm_cpu.empty())
    return Error{"'machine' wants cpu, isa and llvm_cpu", {name, node->line, 0}};
  return machine;
}

} // namespace osaca::measure::composer
