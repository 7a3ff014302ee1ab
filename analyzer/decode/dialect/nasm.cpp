#include "decode/dialect/rewriting.h"

#include "base/format.h"
#include "base/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <set>
#include <utility>

namespace osaca {
namespace {

const Words dropped_by_nasm = {"extern", "default", "bits", "cpu", "use64", "org", "common", "static"};

const Words data_words_of_nasm = {"db",   "dw",   "dd",   "dq",   "dt",   "do",   "dy",     "dz",
                                  "resb", "resw", "resd", "resq", "rest", "reso", "incbin", "times"};

/// Size words before an address, in GNU syntax.
constexpr std::array<std::pair<std::string_view, std::string_view>, 8> sizes = {{{"byte", "byte ptr"},
                                                                                 {"word", "word ptr"},
                                                                                 {"dword", "dword ptr"},
                                                                                 {"qword", "qword ptr"},
                                                                                 {"tword", "tbyte ptr"},
                                                                                 {"oword", "xmmword ptr"},
                                                                                 {"yword", "ymmword ptr"},
                                                                                 {"zword", "zmmword ptr"}}};

std::string_view in_gnus_words(std::string_view size) {
  const auto found = std::ranges::find_if(sizes, [&](const auto &pair) { return pair.first == size; });
  return found == sizes.end() ? std::string_view() : found->second;
}

class NasmRewriter {
public:
  explicit NasmRewriter(EditedText &text) : text_(text) {}

  void run() {
    for_each_statement(
        [&](std::string_view statement, std::size_t, std::size_t, std::size_t) { collect_name(statement); });
    for_each_statement([&](std::string_view statement, std::size_t begin, std::size_t at, std::size_t end) {
      text_.replace(begin, at, "");
      read_statement(statement, at);
      text_.replace(at + statement.size(), end, "");
    });
  }

private:
  /// Calls `visit(statement, begin of the line, begin of the statement, end of the line)` for each statement, without
  /// its comment and the blanks around it.
  template <class Visit> void for_each_statement(Visit &&visit) const {
    for_each_line(text_.original(), text_.original().size(), [&](std::string_view line, std::size_t begin) {
      const std::string_view statement = trimmed(line.substr(0, begin_of_comment(line, ';')));
      const std::size_t blanks = statement.empty() ? 0 : static_cast<std::size_t>(statement.data() - line.data());
      visit(statement, begin, begin + blanks, begin + line.size());
      return true;
    });
  }

  /// `sum:`, `N equ 100`, `tab dq 1.5`, `extern f`, `%define N 100`.
  void collect_name(std::string_view statement) {
    std::string_view rest = statement.starts_with('%') ? statement.substr(1) : statement;
    const std::string_view first = take_word(rest);
    const bool is_label = rest.starts_with(':');
    const std::string_view second = take_word(rest);
    const std::string behind = lower_cased(second);
    if (is_label || behind == "equ" || is_one_of(behind, data_words_of_nasm))
      names_.emplace(first);
    else if (lower_cased(first) == "extern" || lower_cased(first) == "define" || lower_cased(first) == "assign")
      names_.emplace(second);
  }

  /// The full name of a label `.loop` after `sum:`. Other functions may have a label `.loop`, too.
  std::string full_name(std::string_view name) const {
    return as_name(name.starts_with('.') && !name.starts_with("..") ? outer_ + std::string(name) : std::string(name));
  }

  void read_statement(std::string_view statement, std::size_t at) {
    std::string_view rest = statement;
    const std::string_view first = take_word(rest);
    if (statement.starts_with('%')) {
      read_definition(statement, at);
      return;
    }
    if (statement.starts_with('[')) { // [bits 64]
      rest = trimmed(statement, "[] \t");
      const std::string_view inside = take_word(rest);
      text_.replace(at, at + statement.size(), directive(inside, rest).value_or(""));
      return;
    }
    if (first.empty())
      return;
    const bool is_lone_local = first.starts_with('.') && trimmed(rest).empty();
    if (rest.starts_with(':') || is_lone_local) {
      if (!first.starts_with('.'))
        outer_ = first;
      const std::size_t label_end = statement.size() - rest.size() + (rest.starts_with(':') ? 1 : 0);
      text_.replace(at, at + label_end, full_name(first) + ":");
      const std::string_view behind = trimmed(statement.substr(label_end));
      if (!behind.empty())
        read_statement(behind, at + static_cast<std::size_t>(behind.data() - statement.data()));
      return;
    }
    if (const std::optional<std::string> made = directive(first, rest))
      text_.replace(at, at + statement.size(), *made);
    else
      rewrite_operands(rest, at + first.size(), first);
  }

  /// `%define N 100`: a name for a number. All other preprocessor lines are left unchanged, and are reported as
  /// unreadable.
  void read_definition(std::string_view statement, std::size_t at) {
    std::string_view rest = statement.substr(1);
    const std::string word = lower_cased(take_word(rest));
    const std::string_view name = take_word(rest);
    const std::string_view value = trimmed(rest);
    const bool is_number = !value.empty() && std::isdigit(static_cast<unsigned char>(value.front())) != 0;
    if ((word == "define" || word == "assign") && is_number)
      text_.replace(at, at + statement.size(), format_text("{} = {}", as_name(name), value));
  }

  static std::optional<std::string> directive(std::string_view first, std::string_view rest) {
    const std::string word = lower_cased(first);
    std::string_view behind = rest;
    const std::string second = lower_cased(take_word(behind));
    const std::string_view arguments = trimmed(rest);
    if (word == "section" || word == "segment")
      return second == ".text" || second == "text" ? ".text" : ".data";
    if (word == "global")
      return globals(arguments);
    if (word == "align")
      return ".balign " + std::string(trimmed(arguments.substr(0, arguments.find(','))));
    if (second == "equ")
      return format_text("{} = {}", as_name(first), trimmed(behind));
    if (word == "db" && arguments.find_first_of("\"'`") == std::string_view::npos)
      return ".byte " + std::string(arguments); // markers in code are such bytes
    const bool is_repeated_code = word == "times" && !holds_data(arguments);
    if (is_one_of(word, dropped_by_nasm) || (is_one_of(word, data_words_of_nasm) && !is_repeated_code) ||
        is_one_of(second, data_words_of_nasm))
      return "";
    return std::nullopt;
  }

  /// "sum:function, other"
  static std::string globals(std::string_view arguments) {
    std::string made;
    while (!arguments.empty()) {
      const std::size_t comma = std::min(arguments.size(), arguments.find(','));
      std::string_view one = arguments.substr(0, comma);
      made += (made.empty() ? ".globl " : ", ") + as_name(take_word(one));
      arguments.remove_prefix(std::min(arguments.size(), comma + 1));
    }
    return made;
  }

  /// "100 dq 1.5"
  static bool holds_data(std::string_view arguments) {
    while (!arguments.empty()) {
      const std::string word = lower_cased(take_word(arguments));
      if (is_one_of(word, data_words_of_nasm))
        return true;
      if (word.empty())
        arguments.remove_prefix(std::min<std::size_t>(arguments.size(), 1));
    }
    return false;
  }

  /// `at` is the position of `operands`, which belong to `mnemonic`.
  void rewrite_operands(std::string_view operands, std::size_t at, std::string_view mnemonic) {
    const bool is_jump = mnemonic.starts_with('j') || mnemonic.starts_with('J') || lower_cased(mnemonic) == "call" ||
                         lower_cased(mnemonic).starts_with("loop");
    bool in_brackets = false;
    for (std::size_t i = 0; i < operands.size();) {
      if (!is_of_word(operands[i])) {
        in_brackets = operands[i] == '[' || (in_brackets && operands[i] != ']');
        ++i;
        continue;
      }
      std::size_t end = i;
      while (end < operands.size() && is_of_word(operands[end]))
        ++end;
      rewrite_word(operands, i, end, at, in_brackets, is_jump);
      i = end;
    }
  }

  void rewrite_word(std::string_view operands, std::size_t begin, std::size_t end, std::size_t at, bool in_brackets,
                    bool is_jump) {
    const std::string_view word = operands.substr(begin, end - begin);
    const std::string lower = lower_cased(word);
    const std::string_view behind = trimmed(operands.substr(end));
    const auto put = [&](std::string_view text) { text_.replace(at + begin, at + end, text); };
    const bool is_whole_operand =
        (behind.empty() || behind.starts_with(',')) && is_first_of_operand(operands.substr(0, begin));
    if (in_brackets && (lower == "rel" || lower == "abs"))
      put(lower == "rel" ? "rip +" : "");
    else if (const std::string_view size = in_gnus_words(lower);
             !size.empty() && !in_brackets && behind.starts_with('['))
      put(size);
    else if ((lower == "short" || lower == "near" || lower == "strict" || !in_gnus_words(lower).empty()) &&
             !in_brackets)
      put("");
    else if (is_whole_operand && !is_jump && (names_.contains(word) || word.starts_with('.')))
      put("offset " + full_name(word)); // in NASM, the name of a place is its address
    else if (const std::string name = full_name(word); name != word)
      put(name);
  }

  static bool is_first_of_operand(std::string_view before) {
    return trimmed(before).empty() || trimmed(before).ends_with(',');
  }

  EditedText &text_;
  std::set<std::string_view> names_; ///< names of places and numbers that are not local
  std::string outer_;                ///< the last label that is not local
};

} // namespace

void rewrite_nasm(EditedText &text) { NasmRewriter(text).run(); }

} // namespace osaca
