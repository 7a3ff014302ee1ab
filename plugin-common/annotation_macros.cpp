// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "annotation_macros.h"

#include "pragma_limits.h"
#include "source_tokens.h"

#include <algorithm>

namespace osaca::source {
namespace {

constexpr std::size_t most_macros = 10000;
constexpr std::string_view white = " \t\r\n\v\f";

/// Where the plugin is not loaded, they are defined as nothing.
bool is_of_annotate_h(std::string_view name) { return name == "OSACA_ANALYZE" || name == "OSACA_LOOP"; }

} // namespace

std::string_view take_word(std::string_view &line) {
  const auto is_part = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
  };
  line.remove_prefix(std::min(line.find_first_not_of(white), line.size()));
  std::size_t end = 0;
  while (end < line.size() && is_part(line[end]))
    ++end;
  const std::string_view word = line.substr(0, end);
  line.remove_prefix(end);
  line.remove_prefix(std::min(line.find_first_not_of(white), line.size()));
  return word;
}

bool take_pragma(std::string_view &line) { return take_word(line) == "osaca" && take_word(line) == "analyze"; }

std::string clauses_in(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(white), line.size()));
  line = line.substr(0, line.find_last_not_of(white) + 1);
  std::string text(line.substr(0, pragma_limits::most_text_bytes + 1));
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

AnnotationMacros::AnnotationMacros() {
  macros_["OSACA_ANALYZE"] = {};
  macros_["OSACA_LOOP"] = {false, true, true, {}};
}

/// False if it has nothing to do with us.
bool AnnotationMacros::read_body(std::string_view body, AnnotationMacro &macro) const {
  bool is_pragma = false;
  bool is_after_osaca = false;
  Tokens tokens(body);
  for (Token token = tokens.next(); token.kind != TokenKind::end; token = tokens.next()) {
    std::string_view line = token.text;
    if (token.is_string && take_pragma(line)) {
      is_pragma = true;
      macro.text = clauses_in(line);
    } else if (is_after_osaca && token.is("analyze")) { // PRAGMA(osaca analyze), which makes a string of it
      is_pragma = true;
    } else if (token.is("for") || token.is("while") || token.is("do")) {
      macro.has_loop |= is_pragma;
    } else if (const AnnotationMacro *other = token.kind == TokenKind::word ? find(token.text) : nullptr) {
      is_pragma = true;
      macro.has_loop |= other->has_loop;
      macro.text = other->text;
    }
    is_after_osaca = token.is("osaca");
  }
  return is_pragma;
}

void AnnotationMacros::define(std::string_view line) {
  const std::string name(take_word(line));
  if (is_of_annotate_h(name))
    return;
  AnnotationMacro macro;
  macro.has_parameters = !line.empty() && line[0] == '(';
  if (macro.has_parameters)
    line.remove_prefix(std::min(line.find(')'), line.size()));
  if (macros_.size() < most_macros && read_body(line, macro))
    macros_[name] = macro;
  else
    macros_.erase(name);
}

void AnnotationMacros::undefine(std::string_view line) {
  const std::string name(take_word(line));
  if (!is_of_annotate_h(name))
    macros_.erase(name);
}

const AnnotationMacro *AnnotationMacros::find(std::string_view name) const {
  const auto known = macros_.find(name);
  return known != macros_.end() ? &known->second : nullptr;
}

} // namespace osaca::source
