#include "driver/command_line/lines.h"

#include "base/format.h"

#include <algorithm>
#include <array>

namespace osaca::driver {

bool next_line(std::istream &input, std::string &line) {
  // The rest of a longer line is discarded: this is enough to report it as unreadable without keeping it in memory.
  constexpr std::size_t longest_line_bytes = 1U << 20U;
  line.clear();
  bool any = false;
  for (bool is_complete = false; !is_complete && input;) {
    std::array<char, 1024> part;
    input.getline(part.data(), part.size());
    const auto read = static_cast<std::size_t>(input.gcount()); // includes the line end, which is not in `part`
    any = any || read > 0;
    is_complete = !input.fail();
    const std::size_t text = is_complete && !input.eof() ? read - 1 : read;
    line.append(part.data(), std::min(text, longest_line_bytes - line.size()));
    if (!is_complete && read > 0) // the part is full
      input.clear(input.rdstate() & ~std::ios::failbit);
  }
  if (!line.empty() && line.back() == '\r')
    line.pop_back();
  return any;
}

namespace {

/// By character: whether it is written as it is, and needs no quotes. `osaca blocks` checks long lines, so this is
/// fast.
constexpr std::array<bool, 256> plain_characters = [] {
  std::array<bool, 256> plain{};
  for (std::size_t c = 0x20; c <= 0x7e; ++c)
    plain[c] = c != ',' && c != '"';
  return plain;
}();

} // namespace

std::string csv_field(std::string_view text) {
  if (std::ranges::all_of(text, [](char c) { return plain_characters[static_cast<unsigned char>(c)]; }))
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
