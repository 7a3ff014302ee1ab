#include "decode/macro_budget.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace osaca {
namespace {

constexpr std::uint64_t max_statements = 200'000;
constexpr std::size_t max_depth = 64;
constexpr std::array<std::string_view, 5> opening = {".macro", ".rep", ".rept", ".irp", ".irpc"};

std::string_view after_blanks(std::string_view text) {
  text.remove_prefix(std::min(text.size(), text.find_first_not_of(" \t")));
  return text;
}

std::string_view word(std::string_view text) { return text.substr(0, text.find_first_of(" \t,;\r#")); }

std::string_view without_labels(std::string_view line) {
  for (line = after_blanks(line);; line = after_blanks(line)) {
    const std::string_view first = word(line);
    const std::size_t colon = first.find(':');
    if (colon == std::string_view::npos)
      return line;
    line.remove_prefix(colon + 1);
  }
}

/// The line in lower case (which is all the same to the parser) without what stands in double quotes. A line with a character literal is left as it is: `'"'` would look like
/// the begin of a string, and hide what follows.
std::string lower_without_strings(std::string_view mixed_case) {
  std::string line(mixed_case);
  std::transform(line.begin(), line.end(), line.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; });
  if (line.find('"') == std::string::npos || line.find('\'') != std::string::npos)
    return line;
  std::string outside;
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"')
      quoted = !quoted;
    else if (quoted && line[i] == '\\')
      ++i;
    else if (!quoted)
      outside += line[i];
  }
  return outside;
}

bool is_word_at(std::string_view line, std::size_t at, std::size_t size) {
  constexpr std::string_view before = " \t;:/";
  return (at == 0 || before.find(line[at - 1]) != std::string_view::npos) && word(line.substr(at)).size() == size;
}

bool is_closing(std::string_view first) {
  return first == ".endr" || first == ".endm" || first == ".endmacro" || first == ".endrept";
}

const std::string cannot_follow = "its macros cannot be followed; expand them first (compile to assembly with -S)";

} // namespace

void MacroBudget::saturating_add(std::uint64_t &sum, std::uint64_t amount) const {
  sum = std::min(sum + amount, max_statements + 1); // both are at most that
}

std::optional<std::string> MacroBudget::add(std::uint64_t statements) {
  saturating_add(open_.empty() ? total_ : open_.back().statements, statements);
  if (total_ > max_statements || (!open_.empty() && open_.back().macro.empty() && open_.back().statements > max_statements))
    return "its macros and repetitions expand to more than " + std::to_string(max_statements) + " statements";
  return std::nullopt;
}

std::optional<std::string> MacroBudget::open(std::string_view line, std::size_t at) {
  any_ = true;
  if (open_.size() >= max_depth)
    return "macros and repetitions are nested too deeply";
  const std::string_view directive = word(line.substr(at));
  const std::string_view arguments = after_blanks(line.substr(at + directive.size()));
  Block block;
  if (directive == ".macro") {
    block.macro = word(arguments);
    if (block.macro.empty() || called_.count(block.macro) != 0)
      return cannot_follow;
  } else if (directive == ".rep" || directive == ".rept") {
    const std::string_view number = word(arguments);
    const auto [end, failure] = std::from_chars(number.data(), number.data() + number.size(), block.repetitions);
    if (failure != std::errc() || end != number.data() + number.size())
      return "the count of '.rept' is not a plain number, or too large a one";
  } else {
    if (arguments.find('\\') != std::string_view::npos)
      return cannot_follow;
    block.repetitions = arguments.size() + 1; // at least the number of items
  }
  open_.push_back(std::move(block));
  return std::nullopt;
}

std::optional<std::string> MacroBudget::close() {
  if (open_.empty())
    return std::nullopt;
  const Block block = open_.back();
  open_.pop_back();
  if (!block.macro.empty()) {
    if (called_.count(block.macro) != 0) // by itself
      return cannot_follow;
    macros_[block.macro] = block.statements;
    return add(block.statements); // in case the word stood in a comment, and its lines belong to the block around it
  }
  const bool too_many = block.repetitions > max_statements;
  return add(too_many ? max_statements + 1
                      : std::min(block.repetitions * (block.statements + 1), max_statements + 1));
}

std::optional<std::string> MacroBudget::count(std::string_view line) {
  // Each statement of the line: separated ones too.
  for (;;) {
    const std::string_view statement = without_labels(line);
    const std::string_view first = word(statement);
    if (!open_.empty() && !first.empty()) {
      if (first.find('\\') != std::string_view::npos)
        return cannot_follow;
      called_.emplace(first);
    }
    const auto macro = macros_.find(first);
    if (auto wrong = add(macro == macros_.end() ? (open_.empty() ? 0 : 1) : macro->second + 1))
      return wrong;
    const std::size_t separator = line.find(';');
    if (separator == std::string_view::npos)
      return std::nullopt;
    line.remove_prefix(separator + 1);
  }
}

std::optional<std::string> MacroBudget::finish() {
  while (!open_.empty())
    if (auto wrong = close())
      return wrong;
  return std::nullopt;
}

std::optional<std::string> MacroBudget::add_line(std::string_view whole_line) {
  const std::string outside_strings = lower_without_strings(whole_line);
  const std::string_view line = outside_strings;
  const bool ends_comment = line.find("*/") != std::string_view::npos;
  if (after_blanks(line).substr(0, 1) == "#" && !ends_comment) // a comment line on every target
    return std::nullopt;
  const std::string_view first = word(without_labels(line));
  if (is_closing(first))
    return close();
  bool opens = false;
  for (const std::string_view name : opening)
    for (std::size_t at = line.find(name); at != std::string_view::npos; at = line.find(name, at + 1)) {
      if (!is_word_at(line, at, name.size()))
        continue;
      opens = true;
      if (auto wrong = open(line, at))
        return wrong;
    }
  if (!open_.empty() && line.find("/*") != std::string_view::npos)
    return cannot_follow;
  return opens || (!any_ && open_.empty()) ? std::nullopt : count(line);
}

} // namespace osaca
