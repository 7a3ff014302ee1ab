#include "render/json/json_writer.h"

#include "base/printable.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace osaca {
namespace {

/// Characters that need no escape in a string.
constexpr std::array<bool, 256> plain = [] {
  std::array<bool, 256> made{};
  for (std::size_t c = ' '; c <= '~'; ++c)
    made[c] = c != '"' && c != '\\';
  return made;
}();

} // namespace

void JsonWriter::value(std::string_view held) {
  if (!std::ranges::all_of(held, [](char c) { return plain[static_cast<unsigned char>(c)]; })) {
    // Escapes special characters and replaces invalid UTF-8.
    text_ += with_escaped_controls(nlohmann::json(held).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    return;
  }
  text_ += '"';
  text_ += held;
  text_ += '"';
}

void JsonWriter::value(double held) {
  char digits[64];
  if (std::isfinite(held))
    text_.append(digits, nlohmann::detail::to_chars(digits, digits + sizeof digits, held));
  else
    text_ += "null";
}

} // namespace osaca
