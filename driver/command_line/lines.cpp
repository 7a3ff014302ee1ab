#include "driver/command_line/lines.h"

#include "base/format.h"

#include <algorithm>

namespace osaca::driver {

bool next_line(std::istream &input, std::string &line) {
  // The rest of a longer line is discarded: this is enough to report it as unreadable without keeping it in memory.
  constexpr std::size_t longest_line_bytes = 1U << 20U;
  line.clear();
  bool any = false;
  for (int c = input.rdbuf()->sbumpc(); c != std::char_traits<char>::eof(); c = input.rdbuf()->sbumpc()) {
    any = true;
    if (c == '\n')
      break;
    if (line.size() < longest_line_bytes)
      line += static_cast<char>(c);
  }
  if (!line.empty() && line.back() == '\r')
    line.pop_back();
  return any;
}

std::string csv_field(std::string_view text) {
  if (std::ranges::all_of(text, [](char c) { return c >= 0x20 && c <= 0x7e && c != ',' && c != '"'; }))
    return std::string(text);
  std::string out;
  bool quoted = false;
  for (char c : text) {
    quoted = quoted || c == ',' || c == '"';
    if (c == '"')
      out += '"';
    out += c != '\t' && (c < 0x20 || c > 0x7e) ? '?' : c;
  }
  return quoted ? format_text("\"{}\"", out) : out;
}

} // namespace osaca::driver
