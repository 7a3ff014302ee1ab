#include "pipeline/annotated/annotated_text.h"

#include "base/index.h"
#include "plugin-common/annotated_loops.h"
#include "plugin-common/fortran_directives.h"

#include <algorithm>
#include <array>
#include <climits>

namespace osaca {
namespace {

enum class Language { like_c, fortran, other };

Language language_of(std::string_view name) {
  constexpr std::array fortran = {"f", "for", "ftn", "fpp", "f77", "f90", "f95", "f03", "f08", "f18", "f23"};
  constexpr std::array others = {"s", "asm", "rs", "go", "zig", "d", "ada", "adb", "ads", "pas"};
  const std::size_t dot = name.rfind('.');
  std::string ending(dot == std::string_view::npos ? "" : name.substr(dot + 1));
  std::ranges::transform(ending, ending.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; });
  const auto is_one_of = [&ending](const auto &endings) { return std::ranges::find(endings, ending) != endings.end(); };
  return is_one_of(fortran) ? Language::fortran : is_one_of(others) ? Language::other : Language::like_c;
}

std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

TextPosition position(const source::Place &place) { return {place.line, place.column}; }

AnnotatedText read_like_c(std::string_view text) {
  source::AnnotatedSource found = source::annotated_loops(without_byte_order_mark(text));
  AnnotatedText made;
  made.is_cut_off = !found.is_complete;
  for (const source::TextLoop &loop : found.loops)
    made.loops.push_back({position(loop.first), position(loop.last), loop.parent, position(loop.first)});
  for (source::TextPragma &pragma : found.pragmas)
    made.annotations.push_back({position(pragma.place), pragma.loop, std::move(pragma.text)});
  return made;
}

/// Columns count only where a line holds several statements.
AnnotatedText read_fortran(const std::string &name, std::string_view text) {
  const fortran::Source found = fortran::read_source(text, name, {.form = fortran::form_of(name)});
  AnnotatedText made;
  made.is_cut_off = found.is_cut;
  std::vector<int> loop_of(found.statements.size(), -1);
  std::vector<int> around;
  for (std::size_t s = 0; s < found.statements.size(); ++s) {
    const fortran::Statement &statement = found.statements[s];
    if (statement.first.file != 0 || statement.end.place.file != 0)
      continue;
    const LoopStatement loop{
        {statement.first.line, statement.is_first_on_line ? 1 : statement.first.column},
        {statement.end.place.line, statement.end.is_last_on_line ? INT_MAX : statement.end.place.column},
        -1,
        {statement.first.line, statement.first.column}};
    while (!around.empty() && made.loops[at(around.back())].end < loop.begin)
      around.pop_back();
    loop_of[s] = static_cast<int>(made.loops.size());
    made.loops.push_back(loop);
    made.loops.back().parent = around.empty() ? -1 : around.back();
    around.push_back(loop_of[s]);
  }
  for (const fortran::Directive &directive : found.directives)
    if (directive.word == "analyze")
      made.annotations.push_back({{directive.place.line, directive.place.column},
                                  directive.statement < 0 ? -1 : loop_of[at(directive.statement)],
                                  directive.expectations});
  return made;
}

} // namespace

bool may_be_annotated(std::string_view file_name, std::string_view text) {
  switch (language_of(file_name)) {
  case Language::like_c: return source::may_have_pragmas(text);
  case Language::fortran: return true; // the directives are found as fast
  case Language::other: return false;
  }
  return false;
}

AnnotatedText read_annotated_text(const std::string &file_name, std::string_view text) {
  switch (language_of(file_name)) {
  case Language::like_c: return read_like_c(text);
  case Language::fortran: return read_fortran(file_name, text);
  case Language::other: return {};
  }
  return {};
}

} // namespace osaca
