#include "driver/lsp/document.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace osaca::driver::lsp {
namespace {

struct Place {
  std::size_t line = 0;
  std::size_t byte = 0;
  friend auto operator<=>(const Place &, const Place &) = default;
};

Place place_of(const std::vector<std::string> &lines, const Position &position, Encoding encoding) {
  const auto line = static_cast<std::size_t>(std::max(0, position.line));
  if (line >= lines.size())
    return {lines.size() - 1, lines.back().size()};
  return {line, byte_of(lines[line], position.character, encoding)};
}

} // namespace

std::vector<std::string> lines_of_document(std::string_view text) {
  std::vector<std::string> lines;
  while (true) {
    const std::size_t end = text.find_first_of("\r\n");
    lines.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos)
      return lines;
    text.remove_prefix(text.substr(end).starts_with("\r\n") ? end + 2 : end + 1);
  }
}

void Document::apply(const Change &change, Encoding encoding) {
  std::vector<std::string> added = lines_of_document(change.text);
  if (!change.range) {
    lines_ = std::move(added);
    return;
  }
  const Place begin = place_of(lines_, change.range->begin, encoding);
  const Place end = std::max(begin, place_of(lines_, change.range->end, encoding));
  added.front().insert(0, lines_[begin.line], 0, begin.byte);
  added.back().append(lines_[end.line], end.byte);
  const auto at_line = [this](std::size_t line) { return lines_.begin() + static_cast<std::ptrdiff_t>(line); };
  const std::size_t replaced = end.line + 1 - begin.line;
  const std::size_t kept = std::min(replaced, added.size());
  const auto first_new = added.begin() + static_cast<std::ptrdiff_t>(kept);
  std::move(added.begin(), first_new, at_line(begin.line));
  if (kept < replaced)
    lines_.erase(at_line(begin.line + kept), at_line(begin.line + replaced));
  else
    lines_.insert(at_line(begin.line + kept), std::make_move_iterator(first_new), std::make_move_iterator(added.end()));
}

std::size_t Document::size_bytes() const {
  std::size_t bytes = 0;
  for (const std::string &line : lines_)
    bytes += line.size() + sizeof(std::string);
  return bytes;
}

} // namespace osaca::driver::lsp
