#include "decode/screen/input_screen.h"

#include "decode/screen/macro_budget.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <map>
#include <string>

namespace osaca {
namespace {

constexpr std::size_t max_operators_in_line = 2000;
constexpr int max_definition_depth = 500;
constexpr std::uint64_t max_definition_weight = 100'000;

bool is_symbol_letter(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_' || letter == '.' || letter == '$';
}

/// Finds lines in which each operator or bracket may be a level of recursion. Text in quotes has none, but quotes may
/// themselves stand in comments, be characters ('"'), and reach over several lines: where that may be, all text counts.
class NestingWatch {
public:
  bool is_too_deep(std::string_view line) {
    const Operators operators = count(line);
    const bool all = lost_ || operators.doubtful;
    lost_ = lost_ || operators.open || (operators.doubtful && operators.quotes);
    return operators.outside + (all ? operators.inside : 0) > max_operators_in_line;
  }

private:
  struct Operators {
    std::size_t outside = 0;
    std::size_t inside = 0; ///< of quotes
    bool doubtful = false;
    bool quotes = false;
    bool open = false; ///< at the end
  };

  Operators count(std::string_view line) const {
    Operators found;
    const std::size_t begin = line.find_first_not_of(" \t");
    const bool is_comment = !lost_ && begin != std::string_view::npos && line[begin] == '#'; // on every target
    const bool is_short = line.size() <= max_operators_in_line && line.find('"') == std::string_view::npos;
    for (std::size_t i = 0; i < line.size() && !is_comment && !is_short; ++i) {
      const char c = line[i];
      if (c == '\\') {
        ++i;
      } else if (c == '"') {
        found.open = !found.open;
        found.quotes = true;
      } else {
        found.doubtful = found.doubtful || (!found.open && (c == '\'' || c == '#' || c == '/'));
        if (std::strchr("()[]{}+-*/!~<>&|^%", c) != nullptr)
          ++(found.open ? found.inside : found.outside);
      }
    }
    return found;
  }

  bool lost_ = false;
};

/// Follows `a = b + c`, `.set a, b + c`: evaluating a symbol walks through all that it is made of.
class Definitions {
public:
  /// Whether evaluating what `line` defines is out of bounds.
  bool add_line(std::string_view line) {
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string_view::npos)
      return false;
    line.remove_prefix(begin);
    std::string_view rest = line;
    const std::string_view first = take_symbol(rest);
    rest = after_blanks(rest);
    if (!first.empty() && !rest.empty() && rest.front() == '=')
      return define(first, rest);
    if (first != ".set" && first != ".equ" && first != ".equiv")
      return false;
    return define(take_symbol(rest), rest);
  }

private:
  struct Size {
    int depth = 0;
    std::uint64_t weight = 0;
  };

  static std::string_view after_blanks(std::string_view text) {
    text.remove_prefix(std::min(text.size(), text.find_first_not_of(" \t")));
    return text;
  }

  static std::string_view take_symbol(std::string_view &text) {
    std::size_t end = 0;
    while (end < text.size() && is_symbol_letter(text[end]))
      ++end;
    const std::string_view symbol = text.substr(0, end);
    text.remove_prefix(end);
    return symbol;
  }

  bool define(std::string_view name, std::string_view expression) {
    Size size{1, 1};
    while (!expression.empty()) {
      const std::string_view symbol = take_symbol(expression);
      if (const auto known = sizes_.find(symbol); known != sizes_.end()) {
        size.depth = std::max(size.depth, known->second.depth + 1);
        size.weight = std::min(size.weight + known->second.weight, max_definition_weight + 1);
      }
      if (symbol.empty())
        expression.remove_prefix(1);
    }
    sizes_[std::string(name)] = size;
    return size.depth > max_definition_depth || size.weight > max_definition_weight;
  }

  std::map<std::string, Size, std::less<>> sizes_;
};

/// LLVM looks a name before '=' up among the parameters of a macro, and these two have no macro.
bool repeats_with_named_arguments(std::string_view line) {
  constexpr std::string_view word = ".irp";
  const auto found = std::search(line.begin(), line.end(), word.begin(), word.end(),
                                 [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; });
  return std::find(found, line.end(), '=') != line.end();
}

} // namespace

Expected<CountedOpenings> screened(std::string_view text) {
  Definitions definitions;
  MacroBudget macros;
  NestingWatch nesting;
  int number = 1;
  const auto wrong = [&number](std::string message) { return Error{std::move(message), {"", number, 0}}; };
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find_first_of("\r\n")); // both end a statement
    if (line.find('\0') != std::string_view::npos)
      return wrong("a NUL character: this is not assembly text");
    if (nesting.is_too_deep(line))
      return wrong("an expression with more than " + std::to_string(max_operators_in_line) + " operators and brackets");
    if (repeats_with_named_arguments(line))
      return wrong("'.irp' and '.irpc' have no arguments with names");
    if (definitions.add_line(line))
      return wrong("a symbol that is defined through too many others");
    if (auto refused = macros.add_line(line))
      return wrong(*std::move(refused));
    if (line.size() == text.size())
      break;
    number += text[line.size()] == '\n' ? 1 : 0;
    text.remove_prefix(line.size() + 1);
  }
  if (auto refused = macros.finish())
    return wrong(*std::move(refused));
  return macros.openings();
}

} // namespace osaca
