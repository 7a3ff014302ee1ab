#include "decode/screen/intel_screen.h"

#include <algorithm>
#include <cctype>

namespace osaca {
namespace {

bool is_intel_word_letter(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_' || letter == '.' || letter == '$';
}

bool equal_words(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) == std::tolower(static_cast<unsigned char>(y));
  });
}

/// What follows on an operator; blanks may stand between.
bool begins_with_nonzero_digit(std::string_view rest) {
  const std::size_t at = rest.find_first_not_of(" \t");
  return at != std::string_view::npos && rest[at] >= '1' && rest[at] <= '9';
}

/// Walks through one line; comments over several lines are walked through as if they were code.
class LineWatch {
public:
  explicit LineWatch(bool intel) : is_intel_(intel) {}

  bool is_unsafe(std::string_view line) {
    bool in_quotes = false;
    bool at_start = true; // of a statement
    bool is_directive = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const char c = line[i];
      if (in_quotes) {
        i += c == '\\' ? 1 : 0;
        in_quotes = c != '"';
      } else if (c == '"') {
        in_quotes = true;
      } else if (c == '#' || line.substr(i, 2) == "//") {
        return false;
      } else if (line.substr(i, 2) == "/*") {
        const std::size_t end = line.find("*/", i + 2);
        if (end == std::string_view::npos)
          return false;
        i = end + 1;
      } else if (c == ';') {
        at_start = true;
        is_directive = false;
      } else if (is_intel_word_letter(c)) {
        std::size_t end = i;
        while (end < line.size() && is_intel_word_letter(line[end]))
          ++end;
        const std::string_view word = line.substr(i, end - i);
        i = end - 1;
        if (at_start) {
          const std::size_t behind = std::min(line.find_first_not_of(" \t", end), line.size());
          at_start = behind < line.size() && line[behind] == ':'; // a label
          is_directive = !at_start && word.front() == '.';
          switch_syntax(word);
        } else if (is_intel_ && !is_directive && equal_words(word, "mod") &&
                   !begins_with_nonzero_digit(line.substr(end))) {
          return true;
        }
      } else if (is_intel_ && !is_directive && (c == '/' || c == '%') &&
                 !begins_with_nonzero_digit(line.substr(i + 1))) {
        return true;
      }
    }
    return false;
  }

private:
  void switch_syntax(std::string_view directive) {
    if (equal_words(directive, ".intel_syntax"))
      is_intel_ = true;
    else if (equal_words(directive, ".att_syntax"))
      is_intel_ = false;
  }

  bool is_intel_;
};

} // namespace

std::optional<int> line_of_unsafe_division(std::string_view text, bool intel_from_start) {
  LineWatch watch(intel_from_start);
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
    if (watch.is_unsafe(text.substr(0, end)))
      return number;
    const bool is_pair = text.substr(end, 2) == "\r\n";
    text.remove_prefix(std::min(end + (is_pair ? 2 : 1), text.size()));
  }
  return std::nullopt;
}

} // namespace osaca
