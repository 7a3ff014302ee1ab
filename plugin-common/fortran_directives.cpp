// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fortran_directives.h"

#include "loop_requests.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace osaca::fortran {
namespace {

constexpr std::size_t most_statements = 1000000;

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front()))
    text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back()))
    text.remove_suffix(1);
  return text;
}

std::string_view without_comment(std::string_view text) { return trimmed(text.substr(0, text.find('!'))); }

bool begins_construct(StatementKind kind) {
  return kind == StatementKind::do_loop || kind == StatementKind::do_concurrent ||
         kind == StatementKind::where_construct || kind == StatementKind::forall_construct;
}

bool ends_construct(StatementKind end, StatementKind begin) {
  switch (end) {
  case StatementKind::end_do: return begin == StatementKind::do_loop || begin == StatementKind::do_concurrent;
  case StatementKind::end_where: return begin == StatementKind::where_construct;
  case StatementKind::end_forall: return begin == StatementKind::forall_construct;
  default: return false;
  }
}

class Collector final : public LineVisitor {
public:
  explicit Collector(Source &source) : source_(source) {}

  void on_sentinel(const SentinelLine &line) override {
    const std::string_view text = without_comment(line.text);
    const bool goes_on = !text.empty() && text.back() == '&';
    const std::string_view own = goes_on ? trimmed(text.substr(0, text.size() - 1)) : text;
    if (is_going_on_ && line.is_ours && !line.follows_code)
      return go_on(own, goes_on);
    is_going_on_ = false;
    if (source_.directives.size() >= pragma_limits::most_per_unit) {
      source_.is_cut = true;
      return;
    }
    Directive directive;
    directive.place = line.place;
    const auto end = std::find_if(own.begin(), own.end(), [](char c) { return is_blank(c) || c == '('; });
    if (line.is_ours)
      std::transform(own.begin(), end, std::back_inserter(directive.word), lower);
    else
      directive.word = "$";
    directive.expectations =
        trimmed(own.substr(static_cast<std::size_t>(end - own.begin()))).substr(0, pragma_limits::most_text_bytes);
    directive.misplacement = line.follows_code          ? Misplacement::after_code
                             : line.is_inside_statement ? Misplacement::inside_statement
                                                        : Misplacement::none;
    if (directive.misplacement == Misplacement::none)
      waiting_.push_back(source_.directives.size());
    source_.directives.push_back(std::move(directive));
    is_going_on_ = goes_on;
  }

  void on_statement(const StatementText &text) override {
    is_going_on_ = false;
    const StatementShape shape = shape_of(text.code);
    if (is_loop(shape.kind) || !waiting_.empty() || text.last.line != text.first.line)
      keep(text, shape);
    if (shape.kind == StatementKind::end_unit)
      open_.clear();
    else if (!open_.empty() && open_.back().end_label.empty() &&
             ends_construct(shape.kind, source_.statements[open_.back().statement].shape.kind))
      close(text);
    // One labelled statement may end several loops.
    while (!text.label.empty() && !open_.empty() && open_.back().end_label == text.label)
      close(text);
  }

private:
  struct Open {
    std::size_t statement = 0;
    std::string end_label;
  };

  void go_on(std::string_view text, bool goes_on) {
    std::string &expectations = source_.directives.back().expectations;
    if (!text.empty() && text.front() == '&')
      text = trimmed(text.substr(1));
    if (expectations.size() + text.size() < pragma_limits::most_text_bytes)
      expectations += (expectations.empty() ? "" : " ") + std::string(text);
    is_going_on_ = goes_on;
  }

  /// Where `#` lines contradict the text, for example because the end is in another file, the statement ends on its
  /// first line.
  static Statement::End end_of(const StatementText &text, const Place &first) {
    const bool is_possible = text.last.file == first.file && text.last.line >= first.line;
    return is_possible ? Statement::End{text.last, text.is_last_on_line} : Statement::End{first, true};
  }

  void keep(const StatementText &text, const StatementShape &shape) {
    if (source_.statements.size() >= most_statements) {
      source_.is_cut = true;
      waiting_.clear();
      return;
    }
    const std::size_t index = source_.statements.size();
    for (const std::size_t directive : std::exchange(waiting_, {}))
      source_.directives[directive].statement = static_cast<int>(index);
    Statement statement;
    statement.first = text.first;
    statement.is_first_on_line = text.is_first_on_line;
    statement.last = end_of(text, text.first);
    statement.end = statement.last;
    statement.shape = shape;
    source_.statements.push_back(std::move(statement));
    if (begins_construct(shape.kind))
      open_.push_back({index, shape.end_label});
  }

  void close(const StatementText &end) {
    Statement &statement = source_.statements[open_.back().statement];
    const Statement::End found = end_of(end, statement.first);
    if (end.last.file == statement.first.file && found.place.line >= statement.last.place.line)
      statement.end = found;
    open_.pop_back();
  }

  Source &source_;
  std::vector<std::size_t> waiting_; ///< directives without a statement yet
  std::vector<Open> open_;           ///< constructs that are still open
  bool is_going_on_ = false;         ///< the last directive continues on the next line
};

} // namespace

Source read_source(std::string_view text, std::string file, const Dialect &dialect) {
  Source source;
  source.files.push_back(std::move(file));
  Collector collector(source);
  read_lines(text, dialect, source.files, collector);
  return source;
}

} // namespace osaca::fortran
