// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fortran_lines.h"

#include <algorithm>

namespace osaca::fortran {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || c == '_'; }

bool is_in_name(char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '$'; }

std::string_view name_at_begin(std::string_view text) {
  if (text.empty() || !is_letter(text[0]))
    return {};
  return text.substr(0,
                     static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_in_name) - text.begin()));
}

bool drop_word(std::string_view &text, std::string_view word) {
  if (text.substr(0, word.size()) != word)
    return false;
  text.remove_prefix(word.size());
  return true;
}

/// `text` begins with `(`. Removes it and everything up to the matching `)` and returns that; nothing if there is no
/// matching `)`.
std::string_view drop_parentheses(std::string_view &text) {
  int depth = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    depth += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
    if (depth == 0) {
      const std::string_view inside = text.substr(0, at + 1);
      text.remove_prefix(at + 1);
      return at > 0 ? inside : std::string_view();
    }
  }
  return {};
}

/// Counts the indices in `(i=1:n,j=1:n,mask)`: each `=` that is not part of a comparison and not in inner parentheses.
int indices_in(std::string_view header) {
  int depth = 0;
  int count = 0;
  for (std::size_t at = 0; at < header.size(); ++at) {
    depth += header[at] == '(' ? 1 : header[at] == ')' ? -1 : 0;
    if (header[at] != '=' || depth != 1 || at == 0 || at + 1 >= header.size())
      continue;
    const bool is_comparison = std::string_view("=<>/").find(header[at - 1]) != std::string_view::npos ||
                               header[at + 1] == '=' || header[at + 1] == '>';
    count += is_comparison ? 0 : 1;
  }
  return count;
}

bool has_comma_outside_parentheses(std::string_view text) {
  int depth = 0;
  return std::any_of(text.begin(), text.end(), [&depth](char c) {
    depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
    return c == ',' && depth == 0;
  });
}

/// Whether `rest`, the text after `name(...)`, continues an assignment to an array or to a part of one.
bool goes_on_as_assignment(std::string_view rest) {
  return !rest.empty() && (rest[0] == '=' || rest[0] == '%' || rest[0] == '(');
}

/// `rest` is the text after the word `do`.
StatementShape shape_of_do(std::string_view rest) {
  StatementShape shape;
  const std::size_t label = static_cast<std::size_t>(
      std::find_if_not(rest.begin(), rest.end(), [](char c) { return c >= '0' && c <= '9'; }) - rest.begin());
  shape.end_label = rest.substr(0, label);
  shape.end_label.erase(0, std::min(shape.end_label.find_first_not_of('0'), shape.end_label.size()));
  rest.remove_prefix(label);
  if (label > 0)
    drop_word(rest, ",");
  std::string_view behind = rest;
  for (const bool is_concurrent : {true, false}) {
    behind = rest;
    if (!drop_word(behind, is_concurrent ? "concurrent" : "while") || behind.empty() || behind[0] != '(')
      continue;
    const std::string_view header = drop_parentheses(behind);
    if (header.empty() || goes_on_as_assignment(behind))
      return {};
    shape.kind = is_concurrent ? StatementKind::do_concurrent : StatementKind::do_loop;
    shape.indices = is_concurrent ? indices_in(header) : 0;
    return shape;
  }
  if (rest.empty()) {
    shape.kind = StatementKind::do_loop;
    return shape;
  }
  const std::string_view variable = name_at_begin(rest);
  behind = rest.substr(variable.size());
  if (variable.empty() || !drop_word(behind, "=") || !has_comma_outside_parentheses(behind))
    return {};
  shape.kind = StatementKind::do_loop;
  shape.variable = variable;
  return shape;
}

/// `rest` is the text after the word `where` or `forall`.
StatementShape shape_of_masked(std::string_view rest, bool is_where) {
  if (rest.empty() || rest[0] != '(')
    return {};
  const std::string_view header = drop_parentheses(rest);
  if (header.empty() || goes_on_as_assignment(rest))
    return {};
  StatementShape shape;
  shape.indices = is_where ? 0 : indices_in(header);
  if (rest.empty())
    shape.kind = is_where ? StatementKind::where_construct : StatementKind::forall_construct;
  else
    shape.kind = is_where ? StatementKind::where_statement : StatementKind::forall_statement;
  return shape;
}

/// `rest` is the text after the word `end`.
StatementKind kind_of_end(std::string_view rest) {
  struct Ending {
    std::string_view word;
    StatementKind kind;
  };
  constexpr Ending endings[] = {{"do", StatementKind::end_do},         {"where", StatementKind::end_where},
                                {"forall", StatementKind::end_forall}, {"subroutine", StatementKind::end_unit},
                                {"function", StatementKind::end_unit}, {"procedure", StatementKind::end_unit},
                                {"program", StatementKind::end_unit},  {"module", StatementKind::end_unit},
                                {"submodule", StatementKind::end_unit}};
  if (rest.empty())
    return StatementKind::end_unit;
  // A name may follow. Any other text means an assignment to a variable such as `enddo`.
  if (std::find_if_not(rest.begin(), rest.end(), is_in_name) != rest.end())
    return StatementKind::other;
  for (const Ending &ending : endings)
    if (drop_word(rest, ending.word))
      return ending.kind;
  return StatementKind::other;
}

} // namespace

StatementShape shape_of(std::string_view code) {
  const std::string_view construct = name_at_begin(code);
  if (const std::string_view behind = code.substr(construct.size());
      !construct.empty() && behind.size() > 1 && behind[0] == ':' && behind[1] != ':')
    code = behind.substr(1);
  StatementShape shape;
  if (drop_word(code, "do"))
    return shape_of_do(code);
  if (drop_word(code, "where"))
    return shape_of_masked(code, true);
  if (drop_word(code, "forall"))
    return shape_of_masked(code, false);
  if (drop_word(code, "end"))
    shape.kind = kind_of_end(code);
  return shape;
}

bool is_loop(StatementKind kind) {
  switch (kind) {
  case StatementKind::do_loop:
  case StatementKind::do_concurrent:
  case StatementKind::where_construct:
  case StatementKind::where_statement:
  case StatementKind::forall_construct:
  case StatementKind::forall_statement: return true;
  default: return false;
  }
}

} // namespace osaca::fortran
