#include "measure/counters/event_fields.h"

#include <charconv>

namespace osaca::measure {
namespace {

constexpr std::uint64_t most_code = 0xff;
constexpr std::uint64_t most_event = 0xfff;
// Of the register:
constexpr unsigned umask_bit = 8;
constexpr unsigned cmask_bit = 24;
constexpr unsigned event_bits = 8; // ... more of them are further up
constexpr unsigned high_event_bit = 32;

std::uint64_t code_of(const YamlNode *node, std::string_view key, std::uint64_t most, Problems &problems) {
  if (node == nullptr)
    return 0;
  const auto code = node->kind == YamlNode::Kind::scalar ? code_in(node->text, most) : std::nullopt;
  if (!code)
    problems.add(*node,
                 "'" + std::string(key) + "' must be a number from 0 to " + (most == most_code ? "0xff" : "0xfff"));
  return code.value_or(0);
}

} // namespace

std::optional<std::uint64_t> code_in(std::string_view text, std::uint64_t most) {
  const bool is_hexadecimal = text.starts_with("0x");
  if (is_hexadecimal)
    text.remove_prefix(2);
  std::uint64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value, is_hexadecimal ? 16 : 10);
  return problem == std::errc{} && end == text.data() + text.size() && value <= most ? std::optional(value)
                                                                                     : std::nullopt;
}

std::uint64_t raw_config(Fields &fields, Problems &problems) {
  const std::uint64_t event = code_of(fields.require("event"), "event", most_event, problems);
  const std::uint64_t umask = code_of(fields.require("umask"), "umask", most_code, problems);
  const std::uint64_t cmask = code_of(fields.find("cmask"), "cmask", most_code, problems);
  return (event & most_code) | event >> event_bits << high_event_bit | umask << umask_bit | cmask << cmask_bit;
}

} // namespace osaca::measure
