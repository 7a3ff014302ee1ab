// Splits and joins text: lines, lists, quotes and numbers.
#pragma once

#include <charconv>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <vector>

namespace osaca {

[[nodiscard]] constexpr bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// Without leading and trailing characters of `blanks`.
[[nodiscard]] std::string_view trimmed(std::string_view text, std::string_view blanks = " \t\r\n\f\v");

/// "a, b, c". Nothing is escaped.
[[nodiscard]] std::string joined(std::span<const std::string> parts, std::string_view between = ", ");

/// "a, b or c": with another separator before the last of several parts.
[[nodiscard]] std::string joined(std::span<const std::string> parts, std::string_view between,
                                 std::string_view before_last);

/// The text in double quotes, as a YAML string on one line: quotes and backslashes are escaped with a backslash, and a
/// line end becomes \n.
[[nodiscard]] std::string double_quoted(std::string_view text);

/// Lower-case hexadecimal digits. A number has no leading zeros; a byte always has two digits.
[[nodiscard]] std::string hexadecimal(std::uint64_t number);
[[nodiscard]] std::string hexadecimal(std::span<const std::uint8_t> bytes);

/// The bytes given by an even number of hexadecimal digits, in upper or lower case; empty for any other text.
[[nodiscard]] std::optional<std::vector<std::uint8_t>> bytes_of_hexadecimal(std::string_view digits);

/// The lines of a text, without their ends (LF or CR LF).
[[nodiscard]] std::vector<std::string> lines_of(const std::string &text);

/// "1 loop", "3 loops".
[[nodiscard]] std::string counted(std::integral auto number, const std::string &noun) {
  return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}

/// In ASCII; other characters stay as they are.
[[nodiscard]] constexpr char lower_letter(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
[[nodiscard]] std::string lower_cased(std::string_view text);
[[nodiscard]] bool equal_in_any_case(std::string_view a, std::string_view b);

/// Parses a whole number or, for a floating-point type, a number with or without an exponent. Empty if the number does
/// not fit, or if the text contains anything else, such as a blank or a plus sign.
template <class Number> [[nodiscard]] std::optional<Number> parse_number(std::string_view text, int base = 10) {
  Number value{};
  const char *end = text.data() + text.size();
  std::from_chars_result result{};
  if constexpr (std::is_integral_v<Number>)
    result = std::from_chars(text.data(), end, value, base);
  else
    result = std::from_chars(text.data(), end, value);
  return result.ec == std::errc() && result.ptr == end ? std::optional(value) : std::nullopt;
}

/// Parses the number at the front of the text and removes it. Empty, with the text unchanged, if there is none that
/// fits.
template <std::integral Number> [[nodiscard]] std::optional<Number> take_number(std::string_view &text) {
  Number value{};
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc())
    return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

/// Like parse_number(), without exponents: what a person writes for a size or a share.
[[nodiscard]] std::optional<double> parse_decimal(std::string_view text);

/// Parses "5", "5%" or "2.5 %", from 0 to 1000; empty for anything else.
[[nodiscard]] std::optional<double> parse_percentage(std::string text);

/// "5", "2.5": without the percent sign and trailing zeros.
[[nodiscard]] std::string text_of_percentage(double percent);

} // namespace osaca
