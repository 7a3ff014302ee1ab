// Splits and joins text: lines, lists, quotes and numbers.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
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

/// The bytes that an even number of hexadecimal digits (in either case) describes; empty if the text is anything else.
[[nodiscard]] std::optional<std::vector<std::uint8_t>> bytes_of_hexadecimal(std::string_view digits);

/// The lines of a text, without their ends (LF or CR LF).
[[nodiscard]] std::vector<std::string> lines_of(const std::string &text);

/// "1 loop", "3 loops".
[[nodiscard]] std::string counted(std::integral auto number, const std::string &noun) {
  return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}

/// Parses "5", "5%" or "2.5 %", from 0 to 1000; empty for anything else.
[[nodiscard]] std::optional<double> parse_percentage(std::string text);

/// "5", "2.5": without the percent sign and trailing zeros.
[[nodiscard]] std::string text_of_percentage(double percent);

} // namespace osaca
