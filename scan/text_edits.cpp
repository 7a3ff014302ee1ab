#include "scan/annotation_edits.h"

#include <algorithm>

namespace osaca::scan {
namespace {

constexpr std::size_t context_lines = 3;

/// A file name as git and patch expect it: quoted if necessary, and followed by a tab if it contains spaces.
std::string patch_name(const std::string &name) {
  const auto needs_quotes = [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f || c == '"' || c == '\\';
  };
  if (std::ranges::none_of(name, needs_quotes))
    return name.find(' ') == std::string::npos ? name : name + "\t";
  std::string quoted = "\"";
  for (char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      quoted += std::string("\\") + c;
    else if (needs_quotes(c))
      quoted += {'\\', static_cast<char>('0' + byte / 64), static_cast<char>('0' + byte / 8 % 8),
                 static_cast<char>('0' + byte % 8)};
    else
      quoted += c;
  }
  return quoted + "\"";
}

std::string range(std::size_t begin, std::size_t count) {
  const std::size_t first = count == 0 ? begin : begin + 1; // an empty range is identified by the line before it
  return std::to_string(first) + (count == 1 ? "" : "," + std::to_string(count));
}

/// A hunk under construction.
struct Hunk {
  std::size_t old_begin = 0;
  std::size_t new_begin = 0;
  std::size_t old_count = 0;
  std::size_t new_count = 0;
  std::string body;

  void add(char sign, std::string_view line) {
    old_count += sign == '+' ? 0 : 1;
    new_count += sign == '-' ? 0 : 1;
    body += sign;
    body += line;
    if (!line.ends_with('\n'))
      body += "\n\\ No newline at end of file\n";
  }

  [[nodiscard]] std::string text() const {
    return "@@ -" + range(old_begin, old_count) + " +" + range(new_begin, new_count) + " @@\n" + body;
  }
};

} // namespace

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::size_t length = end == std::string_view::npos ? text.size() : end + 1;
    lines.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return lines;
}

std::string_view line_end(std::string_view line) {
  if (line.ends_with("\r\n"))
    return "\r\n";
  return line.ends_with('\n') ? "\n" : "";
}

TextEdits::TextEdits(std::string text)
    : text_(std::make_unique<const std::string>(std::move(text))), lines_(split_lines(*text_)) {}

std::string TextEdits::end_near(std::size_t line) const {
  for (std::size_t i = line + 1; i-- > 0;)
    if (const std::string_view end = line_end(lines_[i]); !end.empty())
      return std::string(end);
  return "\n";
}

void TextEdits::insert_line(std::size_t before, const std::string &line) {
  changes_[before].before.push_back(line + end_near(before));
}

void TextEdits::insert_text(std::size_t line, std::size_t column, const std::string &text) {
  changes_[line].inside[column].text += text;
}

void TextEdits::remove_line(std::size_t line) { changes_[line].is_removed = true; }

void TextEdits::remove_text(std::size_t line, std::size_t column, std::size_t length) {
  changes_[line].inside[column].length_bytes = length;
}

std::string TextEdits::changed(std::size_t line, const Change &change) const {
  std::string text(lines_[line]);
  for (auto part = change.inside.rbegin(); part != change.inside.rend(); ++part)
    text.replace(part->first, part->second.length_bytes, part->second.text);
  return text;
}

std::string TextEdits::result() const {
  std::string out;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const auto change = changes_.find(i);
    if (change == changes_.end()) {
      out += lines_[i];
      continue;
    }
    for (const std::string &line : change->second.before)
      out += line;
    if (!change->second.is_removed)
      out += changed(i, change->second);
  }
  return out;
}

std::string TextEdits::hunk(Changes::const_iterator begin, Changes::const_iterator end, Counts &so_far) const {
  const auto last = std::prev(end);
  const bool is_insertion = !last->second.is_removed && last->second.inside.empty(); // its line is context already
  const std::size_t after = std::min(lines_.size(), last->first + context_lines + (is_insertion ? 0 : 1));
  Hunk hunk;
  hunk.old_begin = begin->first - std::min(begin->first, context_lines);
  hunk.new_begin = hunk.old_begin + so_far.inserted - so_far.removed;
  for (std::size_t line = hunk.old_begin; line < after; ++line) {
    const auto change = changes_.find(line);
    if (change == changes_.end()) {
      hunk.add(' ', lines_[line]);
      continue;
    }
    for (const std::string &inserted : change->second.before)
      hunk.add('+', inserted);
    const bool is_replaced = !change->second.inside.empty();
    hunk.add(change->second.is_removed || is_replaced ? '-' : ' ', lines_[line]);
    if (is_replaced && !change->second.is_removed)
      hunk.add('+', changed(line, change->second));
  }
  so_far.inserted += hunk.new_count;
  so_far.removed += hunk.old_count;
  return hunk.text();
}

std::string TextEdits::patch(const std::string &name) const {
  std::string hunks;
  Counts so_far;
  for (auto begin = changes_.begin(); begin != changes_.end();) {
    auto end = std::next(begin);
    while (end != changes_.end() && end->first <= std::prev(end)->first + 2 * context_lines)
      ++end;
    hunks += hunk(begin, end, so_far);
    begin = end;
  }
  if (hunks.empty())
    return hunks;
  const auto in = [&name](const char *tree) { return patch_name(tree + ("/" + name)); };
  return "--- " + in("a") + "\n+++ " + in("b") + "\n" + hunks;
}

} // namespace osaca::scan
