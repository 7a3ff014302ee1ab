#include "decode/screen/text_screen.h"

#include "base/format.h"
#include "base/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <map>
#include <string>

namespace osaca {

bool is_name_character(char character) {
  return std::isalnum(static_cast<unsigned char>(character)) != 0 ||
         std::string_view("_.$?").find(character) != std::string_view::npos;
}

std::string_view after_blanks(std::string_view text) {
  text.remove_prefix(std::min(text.size(), text.find_first_not_of(" \t\r\f\v")));
  return text;
}

std::string_view first_word(std::string_view text) {
  const auto *end = std::ranges::find_if_not(text, is_name_character);
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

std::string_view without_labels(std::string_view statement) {
  while (true) {
    statement = after_blanks(statement);
    const std::string_view word = first_word(statement);
    const std::string_view rest = after_blanks(statement.substr(word.size()));
    if (word.empty() || !rest.starts_with(':'))
      return statement;
    statement = rest.substr(1);
  }
}

namespace {

constexpr std::size_t max_operators_in_line = 2000;
constexpr int max_definition_depth = 500;
constexpr std::uint64_t max_definition_weight = 100'000;

bool is_symbol_letter(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_' || letter == '.' || letter == '$';
}

/// Finds lines with too many operators and brackets, each of which may be a level of recursion. Quoted text has none.
/// But quotes may be in comments, may be characters ('"'), and may span several lines. If that is possible, all text is
/// counted.
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
    std::size_t inside = 0; ///< inside quotes
    bool doubtful = false;
    bool quotes = false;
    bool open = false; ///< a quote is open at the end of the line
  };

  Operators count(std::string_view line) const {
    Operators found;
    const std::size_t begin = line.find_first_not_of(" \t");
    const bool is_comment = !lost_ && begin != std::string_view::npos && line[begin] == '#'; // on all targets
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

/// Follows definitions such as `a = b + c` and `.set a, b + c`, because evaluating a symbol evaluates everything that
/// it is defined by.
class Definitions {
public:
  /// Returns whether evaluating the symbol that `line` defines exceeds the limits.
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

/// In `.irp` and `.irpc`, LLVM looks up a name before '=' among the parameters of a macro that does not exist.
bool repeats_with_named_arguments(std::string_view line) {
  constexpr std::string_view word = ".irp";
  const auto found = std::search(line.begin(), line.end(), word.begin(), word.end(),
                                 [](char a, char b) { return lower_letter(a) == b; });
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
    const std::string_view line = text.substr(0, text.find_first_of("\r\n")); // both characters end a statement
    if (line.find('\0') != std::string_view::npos)
      return wrong("the line contains a NUL character: this is not assembly text");
    if (nesting.is_too_deep(line))
      return wrong(format_text("the expression has more than {} operators and brackets", max_operators_in_line));
    if (repeats_with_named_arguments(line))
      return wrong("'.irp' and '.irpc' do not accept named arguments");
    if (definitions.add_line(line))
      return wrong("this symbol is defined through too many other symbols");
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

namespace {

bool is_intel_word_letter(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_' || letter == '.' || letter == '$';
}

/// The text after a division operator, which may begin with blanks.
bool begins_with_nonzero_digit(std::string_view rest) {
  const std::size_t at = rest.find_first_not_of(" \t");
  return at != std::string_view::npos && rest[at] >= '1' && rest[at] <= '9';
}

/// Scans one line. Comments that span several lines are scanned as if they were code.
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
          at_start = behind < line.size() && line[behind] == ':'; // it is a label
          is_directive = !at_start && word.front() == '.';
          switch_syntax(word);
        } else if (is_intel_ && !is_directive && equal_in_any_case(word, "mod") &&
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
    if (equal_in_any_case(directive, ".intel_syntax"))
      is_intel_ = true;
    else if (equal_in_any_case(directive, ".att_syntax"))
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

// Only harmless text may be assembled: instructions, labels, and a few directives whose size is bounded by the text.
// Strings and block comments could hide statements and are not needed, so they are refused.

namespace {

constexpr std::size_t max_text_bytes = 8U << 20U;
constexpr std::size_t max_statement_bytes = 4096; // LLVM's parser recurses into expressions
constexpr unsigned max_alignment_bytes = 4096;

constexpr std::array<std::string_view, 12> harmless = {".byte", ".short", ".2byte",  ".word", ".long",       ".4byte",
                                                       ".quad", ".8byte", ".option", ".insn", ".att_syntax", ".text"};

/// `.p2align 4,,10` and `.balign 16`, for at most a page.
bool is_small_alignment(std::string_view directive, std::string_view arguments) {
  arguments = after_blanks(arguments);
  const auto value = take_number<unsigned>(arguments);
  const std::string_view rest = after_blanks(arguments);
  if (!value || (!rest.empty() && rest.front() != ',' && rest.front() != '#'))
    return false;
  return directive == ".p2align" ? *value <= 12 : *value <= max_alignment_bytes;
}

std::optional<std::string> refusal_of(std::string_view statement) {
  if (statement.size() > max_statement_bytes)
    return "the statement has more than 4096 characters";
  statement = without_labels(statement);
  if (statement.empty() || statement.front() != '.')
    return std::nullopt;
  const std::string_view directive = first_word(statement);
  const std::string_view arguments = statement.substr(directive.size());
  if (std::ranges::find(harmless, directive) != harmless.end())
    return std::nullopt;
  if (directive == ".p2align" || directive == ".balign") {
    if (is_small_alignment(directive, arguments))
      return std::nullopt;
    return "the alignment must be a number of at most 4096 bytes";
  }
  if (directive == ".intel_syntax")
    return std::nullopt;
  return format_text("the directive '{}' is not allowed here", directive.substr(0, 40));
}

} // namespace

std::optional<Error> refused_for_assembling(std::string_view text) {
  if (text.size() > max_text_bytes)
    return Error{"the text is larger than 8 MiB"};
  int line = 1;
  while (!text.empty()) {
    const std::size_t end = text.find_first_of("\n;");
    const std::string_view statement = text.substr(0, end);
    if (statement.find('\0') != std::string_view::npos || statement.find('"') != std::string_view::npos ||
        statement.find("/*") != std::string_view::npos)
      return Error{"strings, block comments and NUL characters are not allowed here", {"", line, 0}};
    if (std::optional<std::string> why = refusal_of(statement))
      return Error{std::move(*why), {"", line, 0}};
    if (end == std::string_view::npos)
      break;
    line += text[end] == '\n' ? 1 : 0;
    text.remove_prefix(end + 1);
  }
  return std::nullopt;
}

} // namespace osaca
