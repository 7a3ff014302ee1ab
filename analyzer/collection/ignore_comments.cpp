#include "collection/ignore_comments.h"

#include "base/format.h"
#include "base/index.h"
#include "base/name_matching.h"
#include "base/source_language.h"
#include "base/text.h"
#include "report/rules.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <optional>
#include <utility>

namespace osaca {
namespace {

constexpr std::string_view prefix = "osaca-";
constexpr int most_lines_before_code = 200; // a generated file may have any number of pragmas there

constexpr std::string_view blanks = " \t";
constexpr std::string_view comment_mark = "osaca:";

/// Searches the whole text at once, because most sources have no such comments.
bool has_comments(const LinedText &source) {
  return ::memmem(source.text().data(), source.text().size(), comment_mark.data(), comment_mark.size()) != nullptr;
}

/// In fixed-form Fortran, a letter or an asterisk in the first column makes the line a comment.
bool is_fixed_form_comment(std::string_view line, SourceLanguage language) {
  return language == SourceLanguage::fixed_fortran && !line.empty() &&
         std::string_view("cC*").find(line.front()) != std::string_view::npos;
}

/// npos: the line has no comment. A mark in a string is taken for one, too.
std::size_t begin_of_comment(std::string_view line, SourceLanguage language) {
  if (is_fixed_form_comment(line, language))
    return 0;
  return is_fortran(language) ? line.find('!') : std::min(line.find("//"), line.find("/*"));
}

/// The names in the brackets. An empty list: there are no brackets, so all rules are ignored. Empty optional: there is
/// no such comment.
std::optional<std::vector<std::string>> names_in(std::string_view line, SourceLanguage language) {
  std::size_t at = begin_of_comment(line, language);
  if (at == std::string_view::npos)
    return std::nullopt;
  at = line.find(comment_mark, at);
  if (at == std::string_view::npos)
    return std::nullopt;
  line = trimmed(line.substr(at + comment_mark.size()), blanks);
  constexpr std::string_view word = "ignore";
  if (!line.starts_with(word))
    return std::nullopt;
  line.remove_prefix(word.size());
  if (!line.empty() && (std::isalnum(static_cast<unsigned char>(line.front())) != 0 || line.front() == '_'))
    return std::nullopt;
  line = trimmed(line, blanks);
  std::vector<std::string> names;
  if (!line.starts_with('['))
    return names;
  std::string_view list = line.substr(1, line.find(']') == std::string_view::npos ? line.npos : line.find(']') - 1);
  while (!list.empty()) {
    const std::size_t comma = list.find(',');
    std::string name(trimmed(list.substr(0, comma), blanks));
    if (!name.empty() && !name.starts_with(prefix))
      name.insert(0, prefix);
    names.push_back(std::move(name)); // "[]" names no rule; it does not mean all rules
    list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
  }
  if (names.empty())
    names.emplace_back();
  return names;
}

bool speaks_of(std::string_view line, const std::string &rule, SourceLanguage language) {
  const std::optional<std::vector<std::string>> names = names_in(line, language);
  return names && (names->empty() || std::ranges::find(*names, rule) != names->end());
}

/// Whether the line contains no code: only a comment, a pragma or directive, or nothing.
bool is_before_code(std::string_view line, SourceLanguage language) {
  if (is_fixed_form_comment(line, language))
    return true;
  line = trimmed(line, blanks);
  if (is_fortran(language))
    return line.empty() || line.starts_with("!") || line.starts_with("#");
  return line.empty() || line.starts_with("//") || line.starts_with("#") || line.starts_with("_Pragma") ||
         (line.starts_with("/*") && line.ends_with("*/"));
}

bool is_ignored_at(const LinedText &lines, int line, const std::string &rule, SourceLanguage language) {
  if (line < 1 || line > static_cast<int>(lines.size()))
    return false;
  if (speaks_of(lines[at(line - 1)], rule, language))
    return true;
  for (int above = line - 1; above >= std::max(1, line - most_lines_before_code); --above) {
    const std::string_view text = lines[at(above - 1)];
    if (!is_before_code(text, language) || trimmed(text, blanks).empty())
      return false;
    if (speaks_of(text, rule, language))
      return true;
  }
  return false;
}

} // namespace

bool IgnoreComments::Place::ignore(const std::string &rule, const SourceLocation &where) {
  const LinedText *lines = sources_.file(where.file);
  if (lines != std::exchange(last_, lines))
    has_comments_ = lines != nullptr && has_comments(*lines);
  return lines != nullptr && has_comments_ && is_ignored_at(*lines, where.line, rule, source_language(where.file));
}

bool is_ignored(const SourceLines &sources, const std::string &rule, const SourceLocation &where,
                const SourceLocation &loop) {
  return IgnoreComments(sources).ignore(rule, where, loop);
}

Report without_ignored(Report report, const SourceLines &sources) {
  IgnoreComments comments(sources);
  for (KernelReport &kernel : report.kernels)
    std::erase_if(kernel.findings,
                  [&](const Finding &finding) { return comments.ignore(finding.rule, finding.where, kernel.source); });
  for (AnnotationReport &annotation : report.annotated)
    std::erase_if(annotation.findings, [&](const Finding &finding) {
      return comments.ignore(finding.rule, finding.where, annotation.source);
    });
  return report;
}

std::vector<Error> unknown_rules_in_comments(const SourceLines &sources) {
  std::vector<std::string> known;
  for (const Rule &rule : rules())
    known.emplace_back(rule.id);
  std::vector<Error> problems;
  for (const auto &[file, lines] : sources) {
    if (!has_comments(lines))
      continue;
    for (std::size_t i = 0; i < lines.size(); ++i)
      for (const std::string &name : names_in(lines[i], source_language(file)).value_or(std::vector<std::string>()))
        if (find_rule(name) == nullptr)
          problems.push_back(
              {name.empty() ? "'osaca: ignore[]' names no rule and has no effect"
                            : format_text("unknown rule '{}' in 'osaca: ignore'{}", name, suggestion(name, known)),
               {file, static_cast<int>(i) + 1, 0}});
  }
  return problems;
}

} // namespace osaca
