// What may be assembled, as a list of what is harmless: instructions, labels, and a few directives whose size is
// bounded by the text itself. Strings and block comments, in which statements could hide, are not needed for that and
// refused.
#include "decode/screen/assemble_screen.h"

#include "decode/screen/statement_words.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace osaca {
namespace {

constexpr std::size_t max_text_bytes = 8U << 20U;
constexpr std::size_t max_statement_bytes = 4096; // LLVM's parser recurses into expressions
constexpr unsigned max_alignment_bytes = 4096;

constexpr std::array<std::string_view, 12> harmless = {".byte", ".short", ".2byte",  ".word", ".long",       ".4byte",
                                                       ".quad", ".8byte", ".option", ".insn", ".att_syntax", ".text"};

/// `.p2align 4,,10` and `.balign 16`: not more than a page.
bool is_small_alignment(std::string_view directive, std::string_view arguments) {
  arguments = after_blanks(arguments);
  unsigned value = 0;
  const auto [end, error] = std::from_chars(arguments.data(), arguments.data() + arguments.size(), value);
  const std::string_view rest =
      after_blanks({end, static_cast<std::size_t>(arguments.data() + arguments.size() - end)});
  if (error != std::errc() || (!rest.empty() && rest.front() != ',' && rest.front() != '#'))
    return false;
  return directive == ".p2align" ? value <= 12 : value <= max_alignment_bytes;
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
    return "alignments are plain numbers up to 4096 bytes here";
  }
  if (directive == ".intel_syntax")
    return std::nullopt;
  return "the directive '" + std::string(directive.substr(0, 40)) + "' is not allowed here";
}

} // namespace

std::optional<Error> refused_for_assembling(std::string_view text) {
  if (text.size() > max_text_bytes)
    return Error{"the text has more than 8 MiB"};
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
