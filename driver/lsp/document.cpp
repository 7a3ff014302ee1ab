#include "driver/lsp/document.h"

#include "base/index.h"

#include <algorithm>
#include <climits>
#include <iterator>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace osaca::driver::lsp {

namespace {

/// The length of the character that begins with this byte. A byte that begins no character counts by itself.
std::size_t bytes_of_character(std::string_view rest) {
  const auto first = static_cast<unsigned char>(rest.front());
  const std::size_t bytes = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  return std::min(bytes, rest.size());
}

int units_of_character(std::size_t bytes, Encoding encoding) {
  if (encoding == Encoding::utf8)
    return static_cast<int>(bytes);
  return bytes == 4 ? 2 : 1;
}

} // namespace

std::string_view name_of(Encoding encoding) { return encoding == Encoding::utf8 ? "utf-8" : "utf-16"; }

std::size_t byte_of(std::string_view line, int character, Encoding encoding) {
  std::size_t byte = 0;
  while (byte < line.size()) {
    const std::size_t bytes = bytes_of_character(line.substr(byte));
    character -= units_of_character(bytes, encoding);
    if (character < 0)
      break;
    byte += bytes;
  }
  return byte;
}

int character_of(std::string_view line, std::size_t byte, Encoding encoding) {
  int character = 0;
  for (std::size_t i = 0; i < line.size();) {
    const std::size_t bytes = bytes_of_character(line.substr(i));
    if (i + bytes > byte)
      break;
    character += units_of_character(bytes, encoding);
    i += bytes;
  }
  return character;
}

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

void Document::apply(const TextChange &change, Encoding encoding) {
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

namespace {

using Lines = LineMap::Lines;

struct Part { ///< lines from `begin` up to, but without, `end`
  int begin = 0;
  int end = 0;
};

/// A line of each text with equal contents.
struct Pair {
  int compiled = 0;
  int now = 0;
};

class Matching {
public:
  Matching(const Lines &compiled, const Lines &now) : compiled_(compiled), now_(now), found_(compiled.size(), -1) {}

  std::vector<int> found() && {
    Part compiled{0, static_cast<int>(compiled_.size())};
    Part now{0, static_cast<int>(now_.size())};
    match_ends(compiled, now);
    Part next_compiled = compiled;
    Part next_now = now;
    for (const Pair &pair : in_order(unique_pairs(compiled, now))) {
      found_[at(pair.compiled)] = pair.now;
      next_compiled.end = pair.compiled;
      next_now.end = pair.now;
      match_ends(next_compiled, next_now);
      next_compiled = {pair.compiled + 1, compiled.end};
      next_now = {pair.now + 1, now.end};
    }
    next_compiled.end = compiled.end;
    next_now.end = now.end;
    match_ends(next_compiled, next_now);
    return std::move(found_);
  }

private:
  [[nodiscard]] bool is_same(int compiled, int now) const { return compiled_[at(compiled)] == now_[at(now)]; }

  /// Matches equal lines at the beginning and the end; the parts are reduced to what is left.
  void match_ends(Part &compiled, Part &now) {
    while (compiled.begin < compiled.end && now.begin < now.end && is_same(compiled.begin, now.begin))
      found_[at(compiled.begin++)] = now.begin++;
    while (compiled.begin < compiled.end && now.begin < now.end && is_same(compiled.end - 1, now.end - 1))
      found_[at(--compiled.end)] = --now.end;
  }

  [[nodiscard]] std::vector<Pair> unique_pairs(const Part &compiled, const Part &now) const {
    struct Occurrences {
      int compiled = 0;
      int now = 0;
      int last_now = -1;
    };
    std::unordered_map<std::string_view, Occurrences> lines;
    for (int i = compiled.begin; i < compiled.end; ++i)
      ++lines[compiled_[at(i)]].compiled;
    for (int i = now.begin; i < now.end; ++i)
      if (const auto line = lines.find(now_[at(i)]); line != lines.end()) {
        ++line->second.now;
        line->second.last_now = i;
      }
    std::vector<Pair> pairs;
    for (int i = compiled.begin; i < compiled.end; ++i)
      if (const Occurrences &line = lines.at(compiled_[at(i)]); line.compiled == 1 && line.now == 1)
        pairs.push_back({i, line.last_now});
    return pairs;
  }

  /// The longest sequence of pairs that are in the same order in both texts.
  static std::vector<Pair> in_order(const std::vector<Pair> &pairs) {
    std::vector<int> ends; // indices of pairs: the best end of a sequence of each length
    std::vector<int> before(pairs.size(), -1);
    for (int i = 0; i < static_cast<int>(pairs.size()); ++i) {
      const auto place =
          std::ranges::lower_bound(ends, pairs[at(i)].now, {}, [&](int end) { return pairs[at(end)].now; });
      before[at(i)] = place == ends.begin() ? -1 : *(place - 1);
      if (place == ends.end())
        ends.push_back(i);
      else
        *place = i;
    }
    std::vector<Pair> out;
    for (int i = ends.empty() ? -1 : ends.back(); i >= 0; i = before[at(i)])
      out.push_back(pairs[at(i)]);
    std::ranges::reverse(out);
    return out;
  }

  const Lines &compiled_;
  const Lines &now_;
  std::vector<int> found_;
};

} // namespace

LineMap::LineMap(const Lines &compiled, const Lines &now) : now_(Matching(compiled, now).found()) {}

std::optional<int> LineMap::now(int compiled_line) const {
  if (compiled_line < 0 || at(compiled_line) >= now_.size() || now_[at(compiled_line)] < 0)
    return std::nullopt;
  return now_[at(compiled_line)];
}

bool LineMap::is_unchanged(int first, int last) const {
  const std::optional<int> begin = now(first);
  if (!begin)
    return false;
  for (int line = first + 1; line <= last; ++line)
    if (now(line) != *begin + (line - first))
      return false;
  return true;
}

} // namespace osaca::driver::lsp
