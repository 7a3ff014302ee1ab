#include "base/text.h"

#include "base/format.h"
#include "base/printable.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>

namespace osaca {

namespace {

constexpr std::string_view lower_digits = "0123456789abcdef";

/// 16 or more: not a digit.
unsigned digit_of(char c) {
  if (c >= '0' && c <= '9')
    return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f')
    return static_cast<unsigned>(c - 'a') + 10;
  if (c >= 'A' && c <= 'F')
    return static_cast<unsigned>(c - 'A') + 10;
  return 16;
}

} // namespace

std::string_view trimmed(std::string_view text, std::string_view blanks) {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos)
    return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string joined(std::span<const std::string> parts, std::string_view between) {
  return joined(parts, between, between);
}

std::string joined(std::span<const std::string> parts, std::string_view between, std::string_view before_last) {
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0)
      out += i + 1 == parts.size() ? before_last : between;
    out += parts[i];
  }
  return out;
}

std::string double_quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '\n')
      out += "\\n";
    else if (c == '\t')
      out += "\\t";
    else if (c == '"' || c == '\\')
      out.append({'\\', c});
    else
      out += c;
  }
  return with_escaped_controls(std::move(out)) + '"';
}

std::string hexadecimal(std::uint64_t number) {
  std::array<char, 16> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, 16).ptr;
  return {digits.data(), end};
}

std::string hexadecimal(std::span<const std::uint8_t> bytes) {
  std::string out;
  out.reserve(2 * bytes.size());
  for (const std::uint8_t byte : bytes) {
    out += lower_digits[byte >> 4U];
    out += lower_digits[byte & 15U];
  }
  return out;
}

std::optional<std::vector<std::uint8_t>> bytes_of_hexadecimal(std::string_view digits) {
  if (digits.size() % 2 != 0)
    return std::nullopt;
  std::vector<std::uint8_t> bytes;
  bytes.reserve(digits.size() / 2);
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    const unsigned high = digit_of(digits[i]);
    const unsigned low = digit_of(digits[i + 1]);
    if (high > 15 || low > 15)
      return std::nullopt;
    bytes.push_back(static_cast<std::uint8_t>(high << 4U | low));
  }
  return bytes;
}

std::vector<std::string> lines_of(const std::string &text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = text.find('\n', begin);
    if (end == std::string::npos)
      end = text.size();
    lines.emplace_back(text, begin, end - begin);
    if (!lines.back().empty() && lines.back().back() == '\r')
      lines.back().pop_back();
    begin = end + 1;
  }
  return lines;
}

std::string lower_cased(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), lower_letter);
  return out;
}

bool equal_in_any_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, lower_letter, lower_letter);
}

std::optional<double> parse_decimal(std::string_view text) {
  double value = 0;
  const char *end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value, std::chars_format::fixed);
  return result.ec == std::errc() && result.ptr == end ? std::optional(value) : std::nullopt;
}

std::optional<double> parse_percentage(std::string text) {
  if (text.ends_with('%'))
    text.pop_back();
  while (text.ends_with(' '))
    text.pop_back();
  const std::optional<double> value = parse_decimal(text);
  return value && *value >= 0 && *value <= 1000 ? value : std::nullopt;
}

std::string text_of_percentage(double percent) {
  std::string text = format_text("{:f}", percent);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.'))
    text.pop_back();
  return text;
}

} // namespace osaca
