#include "measure/counters/event_fields.h"

#include <charconv>

namespace osaca::measure {
namespace {

constexpr std::uint64_t most_code = 0xff;
constexpr unsigned umask_bit = 8; // of the register

std::uint64_t byte_of(Fields &fields, std::string_view key, Problems &problems) {
  const YamlNode *node = fields.require(key);
  if (node == nullptr)
    return 0;
  const auto code = node->kind == YamlNode::Kind::scalar ? code_in(node->text, most_code) : std::nullopt;
  if (!code)
    problems.add(*node, "'" + std::string(key) + "' must be a number from 0 to 0xff");
  return code.value_or(0);
}

} // namespace

std::optional<std::uint64_t> code_in(std::string_view text, std::uint64_t most) {
  const bool is_hexadecimal = text.starts_with("0x");
  if (is_hexadecimal)
    text.remove_prefix(2);
  std::uint64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value, is_hexadecimal ? 16 : 10);
  return problem == std::errc{} && end == text.data() + text.size() && value <= most ? std::optional(value) : std::nullopt;
}

std::uint64_t raw_config(Fields &fields, Problems &problems) {
  const std::uint64_t event = byte_of(fields, "event", problems);
  return event | byte_of(fields, "umask", problems) << umask_bit;
}

} // namespace osaca::measure
