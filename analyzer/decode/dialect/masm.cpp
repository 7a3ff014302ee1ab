#include "decode/dialect/rewriting.h"

#include "base/format.h"
#include "base/text.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <utility>

namespace osaca {
namespace {

// Directives that do not describe code.
const Words dropped_by_masm = {
    "public", "extrn",    "extern",      "externdef",  "include",   "includelib", "end",        "title", "subttl",
    "page",   "option",   "assume",      "comm",       "comment",   ".model",     ".686p",      ".xmm",  ".k3d",
    ".mmx",   ".pushreg", ".allocstack", ".endprolog", ".setframe", ".savereg",   ".savexmm128"};

const Words data_words_of_masm = {"db",    "dw",    "dd",     "df",    "dq",    "dt",    "byte",   "sbyte", "word",
                                  "sword", "dword", "sdword", "qword", "real4", "real8", "real10", "oword"};

bool is_hexadecimal(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](unsigned char c) { return std::isxdigit(c) != 0; });
}

/// Removes the text up to a tab, and returns it.
std::string_view take_column(std::string_view &text) {
  const std::size_t tab = std::min(text.size(), text.find('\t'));
  const std::string_view column = trimmed(text.substr(0, tab));
  text.remove_prefix(std::min(text.size(), tab + 1));
  return column;
}

/// "f2 0f 58 c8"
bool are_code_bytes(std::string_view column) {
  while (!column.empty()) {
    if (column.size() < 2 || !is_hexadecimal(column.substr(0, 2)) || (column.size() > 2 && column[2] != ' '))
      return false;
    column = trimmed(column.substr(2));
  }
  return true;
}

/// With /FAc, an address and the bytes precede each instruction. Bytes that do not fit are on the next line, and the
/// instruction follows them.
std::string_view without_code_columns(std::string_view line) {
  std::string_view rest = line;
  const std::string_view first = take_column(rest);
  const bool is_address = first.size() >= 5 && is_hexadecimal(first);
  if (!is_address && !first.empty())
    return line;
  std::string_view behind = rest;
  const std::string_view bytes = take_column(behind);
  if (!bytes.empty() && are_code_bytes(bytes))
    return behind;
  return is_address ? rest : line;
}

class MasmRewriter {
public:
  explicit MasmRewriter(EditedText &text) : text_(text) {}

  void run() {
    for_each_line(text_.original(), text_.original().size(), [&](std::string_view line, std::size_t begin) {
      read_line(line, begin);
      return true;
    });
  }

private:
  void read_line(std::string_view line, std::size_t begin) {
    const std::size_t comment = begin_of_comment(line, ';');
    if (comment < line.size())
      read_comment(trimmed(line.substr(comment + 1)));
    const std::string_view statement = trimmed(without_code_columns(line.substr(0, comment)));
    const auto at = statement.empty() ? begin : begin + static_cast<std::size_t>(statement.data() - line.data());
    text_.replace(begin, at, std::exchange(location_, ""));
    read_statement(statement, at);
    text_.replace(at + statement.size(), begin + line.size(), "");
  }

  /// "File C:\src\dot.cpp", "Line 5", and with /FAs "5    :   sum += a[i];".
  void read_comment(std::string_view comment) {
    if (comment.starts_with("File ")) {
      const auto [file, is_new] = files_.try_emplace(std::string(trimmed(comment.substr(5))), files_.size() + 1);
      file_ = file->second;
      if (is_new)
        location_ = format_text(".file {} {}; ", file_, double_quoted(file->first));
      return;
    }
    const bool is_line = comment.starts_with("Line ");
    std::string_view rest = is_line ? comment.substr(5) : comment;
    const std::string_view number = take_word(rest);
    const bool is_number = !number.empty() && number.size() < 8 &&
                           std::ranges::all_of(number, [](unsigned char c) { return std::isdigit(c) != 0; });
    if (file_ != 0 && is_number && (is_line ? rest.empty() : trimmed(rest).starts_with(':')))
      location_ += format_text(".loc {} {}; ", file_, number);
  }

  /// `at` is the position of `statement`.
  void read_statement(std::string_view statement, std::size_t at) {
    std::string_view rest = statement;
    const std::string_view first = take_word(rest);
    if (first.empty())
      return;
    if (rest.starts_with(':')) { // two colons if the label is visible outside its procedure
      const std::size_t label_end = statement.size() - rest.size() + (rest.starts_with("::") ? 2 : 1);
      text_.replace(at, at + label_end, as_name(first) + ":");
      const std::string_view behind = trimmed(statement.substr(label_end));
      if (!behind.empty())
        read_statement(behind, at + static_cast<std::size_t>(behind.data() - statement.data()));
      return;
    }
    if (const std::optional<std::string> made = directive(first, rest))
      text_.replace(at, at + statement.size(), *made);
    else
      rewrite_operands(rest, at + first.size());
  }

  /// The directive in GNU syntax; empty: it is an instruction.
  std::optional<std::string> directive(std::string_view first, std::string_view rest) {
    const std::string word = lower_cased(first);
    std::string_view behind = rest;
    const std::string second = lower_cased(take_word(behind));
    if (word == ".code" || (second == "segment" && contains(word, "text")))
      return ".text";
    if (second == "segment" || word.starts_with(".data") || word == ".const")
      return ".data";
    if (second == "proc")
      return format_text(".type {},@function; {}:", as_name(first), as_name(first));
    if (second == "equ" || trimmed(rest).starts_with('='))
      return format_text("{} = {}", as_name(first), trimmed(second == "equ" ? behind : trimmed(rest).substr(1)));
    if (word == "align")
      return ".balign " + std::string(trimmed(rest));
    if (word == "npad")
      return ".nops " + std::string(trimmed(rest));
    if (second == "endp" || second == "ends" || second == "label" || is_one_of(word, dropped_by_masm) ||
        is_one_of(word, data_words_of_masm) ||
        (is_one_of(second, data_words_of_masm) && lower_cased(take_word(behind)) != "ptr"))
      return "";
    return std::nullopt;
  }

  /// `at` is the position of `operands`.
  void rewrite_operands(std::string_view operands, std::size_t at) {
    for (std::size_t i = 0; i < operands.size();) {
      if (!is_of_word(operands[i])) {
        ++i;
        continue;
      }
      std::size_t end = i;
      while (end < operands.size() && is_of_word(operands[end]))
        ++end;
      const std::string_view word = operands.substr(i, end - i);
      const std::string lower = lower_cased(word);
      if (lower == "short" || (lower == "flat" && operands.substr(end).starts_with(':')))
        text_.replace(at + i, at + end + (lower == "flat" ? 1 : 0), "");
      else if (const std::string name = as_name(word); name != word)
        text_.replace(at + i, at + end, name);
      i = end;
    }
  }

  EditedText &text_;
  std::map<std::string, std::size_t> files_;
  std::size_t file_ = 0; ///< 0: no file was named
  std::string location_; ///< for the next line
};

} // namespace

void rewrite_masm(EditedText &text) { MasmRewriter(text).run(); }

} // namespace osaca
