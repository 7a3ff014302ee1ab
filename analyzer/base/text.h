// Small work on text that many do.
#pragma once

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

/// Without what is in `blanks` at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text, std::string_view blanks = " \t\r\n\f\v");

/// "a, b, c". Nothing is escaped.
[[nodiscard]] std::string joined(std::span<const std::string> parts, std::string_view between = ", ");

/// "a, b or c": with another word before the last of several.
[[nodiscard]] std::string joined(std::span<const std::string> parts, std::string_view between,
                                 std::string_view before_last);

/// Between double quotes, those within and backslashes behind a backslash, line ends as \n: a text on one line of YAML.
[[nodiscard]] std::string double_quoted(std::string_view text);

/// Digits of 4 bits in lower case: of a number without leading zeros, of bytes two each.
[[nodiscard]] std::string hexadecimal(std::uint64_t number);
[[nodiscard]] std::string hexadecimal(std::span<const std::uint8_t> bytes);

/// The bytes of an even number of hexadecimal digits, in either case; nothing if it holds anything else.
[[nodiscard]] std::optional<std::vector<std::uint8_t>> bytes_of_hexadecimal(std::string_view digits);

} // namespace osaca
