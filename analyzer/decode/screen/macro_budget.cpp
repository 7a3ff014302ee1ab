#include "base/format.h"
#include "base/text.h"
#include "decode/screen/text_screen.h"

#include <algorithm>
#include <array>

namespace osaca {

/// One of the statements on a line.
struct MacroBudget::Part {
  std::string_view text;  ///< without labels
  std::string_view first; ///< its first word
  bool is_certain = true; ///< no string or comment begins before it on its line
};

namespace {

constexpr std::uint64_t max_statements = 200'000;
constexpr std::uint64_t max_bytes = 32U << 20U;
constexpr std::size_t max_depth = 64;
constexpr std::uint64_t counter_bytes = 16; ///< the number that replaces `\@` is counted, too

constexpr std::array<std::string_view, 5> opening = {".macro", ".rep", ".rept", ".irp", ".irpc"};
constexpr std::array<std::string_view, 3> closing = {".endr", ".endm", ".endmacro"};
constexpr std::array<std::string_view, 5> stems = {".mac", ".rep", ".irp", ".endr", ".endm"};

const std::string cannot_follow = "the macros cannot be expanded here; expand them first (compile to assembly with -S)";

template <std::size_t N> bool one_of(std::string_view word, const std::array<std::string_view, N> &all) {
  return std::ranges::find(all, word) != all.end();
}

bool ends_statement(std::string_view text) {
  text = after_blanks(text);
  return text.empty() || text.starts_with('#') || text.starts_with("//");
}

std::uint64_t product(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t limit = 1ULL << 40U;
  return a != 0 && b > limit / a ? limit : std::min(a * b, limit);
}

/// Whether the strings on this line are certain to begin and end where they seem to.
bool has_plain_quotes(std::string_view line) {
  const auto quotes = std::ranges::count(line, '"');
  return quotes == 0 ||
         (quotes % 2 == 0 && line.find('\'') == std::string_view::npos && line.find("\\\"") == std::string_view::npos);
}

int mentions(std::string_view line) {
  int found = 0;
  for (const std::string_view stem : stems)
    for (std::size_t at = line.find(stem); at != std::string_view::npos; at = line.find(stem, at + 1))
      ++found;
  return found;
}

} // namespace

std::optional<std::string> MacroBudget::add(const Size &size) {
  Size &sum = open_.empty() ? total_ : open_.back().size;
  const auto increase = [](std::uint64_t &to, std::uint64_t by) { to = std::min(to + by, std::uint64_t{1} << 41U); };
  increase(sum.statements, size.statements);
  increase(sum.bytes, size.bytes);
  increase(sum.bytes_per_argument_byte, size.bytes_per_argument_byte);
  if (open_.empty() && (sum.statements > max_statements || sum.bytes > max_bytes))
    return format_text("the macros and repetitions expand to more than {} statements or {} MiB", max_statements,
                       max_bytes >> 20U);
  return std::nullopt;
}

/// Empty if the block is not opened in the plain form.
std::optional<MacroBudget::Block> MacroBudget::plain_block(const Part &part) const {
  const std::string_view arguments = after_blanks(part.text.substr(part.first.size()));
  if (!part.is_certain || arguments.find_first_of("\"\\'<") != std::string_view::npos ||
      arguments.find("/*") != std::string_view::npos)
    return std::nullopt;
  const char after = part.text.size() > part.first.size() ? part.text[part.first.size()] : ' ';
  if (after != ' ' && after != '\t')
    return std::nullopt;
  Block block;
  if (part.first == ".macro") {
    block.macro = lower_cased(first_word(arguments));
    block.argument_bytes = arguments.size(); // defaults
    const std::string_view rest = arguments.substr(block.macro.size());
    const bool ends = rest.empty() || rest.front() == ' ' || rest.front() == '\t' || rest.front() == ',';
    return block.macro.empty() || !ends ? std::nullopt : std::optional(block);
  }
  if (part.first == ".rep" || part.first == ".rept") {
    std::string_view rest = arguments;
    const auto repetitions = take_number<decltype(block.repetitions)>(rest);
    if (!repetitions || !ends_statement(rest))
      return std::nullopt;
    block.repetitions = *repetitions;
    return block;
  }
  block.repetitions = arguments.size() + 1; // at least the number of items
  block.argument_bytes = arguments.size();
  return block;
}

std::optional<std::string> MacroBudget::open(const Part &part) {
  std::optional<Block> block = plain_block(part);
  const bool inner = !open_.empty();
  if (!block) // if it really is an opening, the parser refuses it
    return inner ? std::optional(cannot_follow) : std::nullopt;
  if (open_.size() >= max_depth)
    return "macros and repetitions are nested too deeply";
  if (!block->macro.empty() && (inner || called_.contains(block->macro)))
    return cannot_follow;
  openings_.insert(part.first.data());
  open_.push_back(*std::move(block));
  return std::nullopt;
}

std::optional<std::string> MacroBudget::close(bool macro) {
  const Block block = open_.back();
  if (macro == block.macro.empty())
    return cannot_follow;
  open_.pop_back();
  const std::uint64_t own = product(block.size.bytes_per_argument_byte, block.argument_bytes + counter_bytes);
  if (!macro)
    return add({product(block.repetitions, block.size.statements + 1),
                product(block.repetitions, block.size.bytes + own + 1),
                product(block.repetitions, block.size.bytes_per_argument_byte)});
  if (called_.contains(block.macro)) // a macro that calls itself
    return cannot_follow;
  Size &known = macros_[block.macro]; // of several definitions, the one in effect is unknown here
  known.statements = std::max(known.statements, block.size.statements);
  known.bytes = std::max(known.bytes, block.size.bytes + own);
  known.bytes_per_argument_byte = std::max(known.bytes_per_argument_byte, block.size.bytes_per_argument_byte);
  return std::nullopt;
}

/// Counts a statement that neither opens nor closes a block.
std::optional<std::string> MacroBudget::count(const Part &part) {
  const bool inner = !open_.empty();
  const bool doubtful =
      part.first.empty() && !part.text.empty() && part.text.front() != '{' && !ends_statement(part.text);
  if (doubtful && (inner || (!macros_.empty() && part.text.front() == '"')))
    return cannot_follow;
  if (inner && part.text.size() > part.first.size() && part.text[part.first.size()] == '\\')
    return cannot_follow;
  if (part.first.empty() || (!inner && macros_.empty()))
    return std::nullopt;
  const std::string name = lower_cased(part.first);
  const auto backslashes = static_cast<std::uint64_t>(std::ranges::count(part.text, '\\'));
  if (inner) {
    called_.insert(name);
    if (auto wrong = add({1, part.text.size() + 1, backslashes}))
      return wrong;
  }
  const auto macro = macros_.find(name);
  if (macro == macros_.end())
    return std::nullopt;
  if (part.text.find_first_of("\"<") != std::string_view::npos) // an argument may contain statements
    return cannot_follow;
  const Size &size = macro->second;
  return add({size.statements + 1, size.bytes + product(size.bytes_per_argument_byte, part.text.size() + counter_bytes),
              product(size.bytes_per_argument_byte, backslashes)});
}

std::optional<std::string> MacroBudget::take(const Part &part, int &directives) {
  if (one_of(part.first, opening)) {
    ++directives;
    return open(part);
  }
  if (!one_of(part.first, closing))
    return count(part);
  if (open_.empty())
    return std::nullopt;
  if (!part.is_certain || !ends_statement(part.text.substr(part.first.size())))
    return cannot_follow;
  ++directives;
  return close(part.first != ".endr");
}

std::optional<std::string> MacroBudget::finish() {
  while (!open_.empty())
    if (auto wrong = close(!open_.back().macro.empty()))
      return wrong;
  return std::nullopt;
}

std::optional<std::string> MacroBudget::add_line(std::string_view line) {
  const bool idle = open_.empty() && macros_.empty();
  const int mentioned = idle || !open_.empty() ? mentions(line) : 1;
  if (idle && mentioned == 0)
    return std::nullopt;
  if (!macros_.empty() && line.find("*/") != std::string_view::npos)
    return cannot_follow;
  bool in_block = !open_.empty();
  bool is_certain = true;
  int directives = 0;
  for (std::string_view rest = line;;) {
    const std::string_view statement = rest.substr(0, rest.find(';'));
    const std::string_view text = without_labels(statement);
    if (auto wrong = take({text, first_word(text), is_certain}, directives))
      return wrong;
    in_block = in_block || !open_.empty();
    is_certain = is_certain && statement.find_first_of("\"'#/") == std::string_view::npos;
    if (statement.size() == rest.size())
      break;
    rest.remove_prefix(statement.size() + 1);
  }
  const bool is_plain =
      line.find("/*") == std::string_view::npos && has_plain_quotes(line) && directives == mentions(line);
  return in_block && !is_plain ? std::optional(cannot_follow) : std::nullopt;
}

} // namespace osaca
