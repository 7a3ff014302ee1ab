#include "measure/tables/import.h"

#include "measure/tables/subject.h"

#include <charconv>

namespace osaca::measure {

YamlLimits table_limits() {
  YamlLimits limits;
  limits.document = "tables to import";
  limits.bytes = std::size_t{64} << 20;
  return limits;
}

const YamlNode *child(const YamlNode &node, std::string_view key) {
  for (const YamlEntry &entry : node.entries)
    if (entry.key.text == key)
      return &entry.value;
  return nullptr;
}

std::string text_at(const YamlNode &node, std::string_view key) {
  const YamlNode *found = child(node, key);
  return found != nullptr && found->kind == YamlNode::Kind::scalar ? found->text : "";
}

std::optional<double> cycles_in(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  constexpr double most = 1e6;
  if (error != std::errc() || end != text.data() + text.size() || !(value >= 0) || value > most)
    return std::nullopt;
  return value;
}

Isa isa_or_x86(std::string_view name) { return isa_of_name(name).value_or(Isa::x86_64); }

} // namespace osaca::measure
