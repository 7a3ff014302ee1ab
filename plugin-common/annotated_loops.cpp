// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "annotated_loops.h"

#include "loop_requests.h"
#include "source_tokens.h"

#include <algorithm>
#include <utility>

namespace osaca::source {

namespace {

constexpr std::size_t most_macros = 10000;
constexpr std::string_view white = " \t\r\n\v\f";

/// Without the plugin, these macros are defined as empty.
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

/// Reads the body of a macro. Returns false if the macro does not expand to our pragma.
bool AnnotationMacros::read_body(std::string_view body, AnnotationMacro &macro) const {
  bool is_pragma = false;
  bool is_after_osaca = false;
  Tokens tokens(body);
  for (Token token = tokens.next(); token.kind != TokenKind::end; token = tokens.next()) {
    std::string_view line = token.text;
    if (token.is_string && take_pragma(line)) {
      is_pragma = true;
      macro.text = clauses_in(line);
    } else if (is_after_osaca && token.is("analyze")) { // PRAGMA(osaca analyze) makes a string of it
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

namespace {

constexpr std::size_t most_loops = 200000;
constexpr std::size_t most_conditions = 1000;
constexpr int most_unclosed = 100; // limit for parentheses that are never closed, because each is read twice

/// The code between a pragma and its loop. Labels, attributes and `{` are allowed there.
class Gap {
public:
  enum class Says { goes_on, statement };

  void restart() { *this = Gap(); }

  Says add(const Token &token) {
    if (depth_ > 0 || (expects_ != Expects::anything && token.is("("))) {
      depth_ += token.is("(") || token.is("[") ? 1 : token.is(")") || token.is("]") ? -1 : 0;
      if (depth_ == 0 && expects_ == Expects::arguments)
        expects_ = Expects::anything;
      return expects_ == Expects::colon_now ? Says::statement : Says::goes_on;
    }
    if (expects_ == Expects::colon_now || expects_ == Expects::colon_later) {
      const bool is_over = token.is("{") || token.is("}") || token.is(";");
      if (!token.is(":"))
        return expects_ == Expects::colon_now || is_over ? Says::statement : Says::goes_on;
      expects_ = Expects::anything;
      return Says::goes_on;
    }
    if (token.is("{"))
      return Says::goes_on;
    if (token.is("["))
      depth_ = 1;
    else if (token.is("__attribute__"))
      expects_ = Expects::arguments;
    else if (token.is("case"))
      expects_ = Expects::colon_later;
    else if (token.kind == TokenKind::word)
      expects_ = Expects::colon_now;
    else
      return Says::statement;
    return Says::goes_on;
  }

private:
  enum class Expects { anything, colon_now, colon_later, arguments };
  Expects expects_ = Expects::anything;
  int depth_ = 0;
};

/// A statement that runs once is kept only if it is annotated.
void drop_statements_that_run_once(AnnotatedSource &source) {
  const auto index = [](int loop) { return static_cast<std::size_t>(loop); };
  std::vector<bool> is_dropped;
  for (const LoopSpan &loop : source.loops)
    is_dropped.push_back(loop.runs_once);
  for (const TextPragma &pragma : source.pragmas)
    if (pragma.loop >= 0)
      is_dropped[index(pragma.loop)] = false;
  std::vector<int> number(source.loops.size(), -1);
  std::vector<LoopSpan> kept;
  for (std::size_t l = 0; l < source.loops.size(); ++l) {
    if (is_dropped[l])
      continue;
    LoopSpan loop = source.loops[l];
    while (loop.parent >= 0 && is_dropped[index(loop.parent)])
      loop.parent = source.loops[index(loop.parent)].parent;
    if (loop.parent >= 0)
      loop.parent = number[index(loop.parent)];
    number[l] = static_cast<int>(kept.size());
    kept.push_back(loop);
  }
  for (TextPragma &pragma : source.pragmas)
    if (pragma.loop >= 0)
      pragma.loop = number[index(pragma.loop)];
  source.loops = std::move(kept);
}

class Scan {
public:
  explicit Scan(std::string_view text) : text_(text), tokens_(text) {}

  AnnotatedSource all() {
    Token token = tokens_.next();
    for (; token.kind != TokenKind::end && result_.is_complete; token = tokens_.next()) {
      if (token.kind == TokenKind::directive)
        directive(token);
      else if (!is_left_out() && !is_annotation(token))
        code(token);
      last_ = token.last;
    }
    result_.loops = stack_.take_loops(last_);
    result_.blocks = stack_.take_blocks();
    drop_statements_that_run_once(result_);
    return std::move(result_);
  }

private:
  /// An `#if` without its `#endif` so far.
  struct Condition {
    StatementStack::State before = 0;
    StatementStack::State kept = 0; ///< state after the first branch that is read
    bool has_kept = false;
    bool is_left_out = false;  ///< the current branch is skipped
    bool is_decided = false;   ///< all further branches are skipped
    bool was_left_out = false; ///< the whole `#if` is in a skipped branch
  };

  [[nodiscard]] bool is_left_out() const { return !conditions_.empty() && conditions_.back().is_left_out; }

  void directive(const Token &token) {
    std::string_view line = token.text;
    const std::string_view word = take_word(line);
    if (word == "if" || word == "ifdef" || word == "ifndef")
      open_condition(word == "if" ? clauses_in(line) : std::string());
    else if (word.substr(0, 4) == "else" || word.substr(0, 4) == "elif")
      next_arm();
    else if (word == "endif")
      close_condition();
    else if (is_left_out())
      return;
    else if (word == "pragma" && take_pragma(line))
      add_pragma(token.first, clauses_in(line));
    else if (word == "define")
      macros_.define(line);
    else if (word == "undef")
      macros_.undefine(line);
  }

  void open_condition(const std::string &text) {
    if (conditions_.size() >= most_conditions) {
      result_.is_complete = false;
      return;
    }
    Condition condition;
    condition.before = stack_.state();
    condition.was_left_out = is_left_out();
    condition.is_left_out = condition.was_left_out || text == "0";
    condition.is_decided = text == "1";
    conditions_.push_back(condition);
  }

  void end_arm(Condition &condition) {
    if (condition.is_left_out)
      return;
    if (condition.has_kept)
      stack_.join(condition.kept, stack_.state());
    else
      condition.kept = stack_.state();
    condition.has_kept = true;
  }

  void next_arm() {
    if (conditions_.empty())
      return;
    Condition &condition = conditions_.back();
    end_arm(condition);
    stack_.restore(condition.before);
    condition.is_left_out = condition.was_left_out || condition.is_decided;
  }

  void close_condition() {
    if (conditions_.empty())
      return;
    end_arm(conditions_.back());
    stack_.restore(conditions_.back().has_kept ? conditions_.back().kept : conditions_.back().before);
    conditions_.pop_back();
  }

  void code(const Token &token) {
    const int loop = stack_.add(token);
    if (loop >= 0)
      bind(loop);
    else if (waiting_ < result_.pragmas.size() && gap_.add(token) == Gap::Says::statement)
      bind(-1);
    if (stack_.is_too_deep() || loop >= static_cast<int>(most_loops))
      result_.is_complete = false;
  }

  /// What the parentheses after an operator or a macro contain.
  struct InParentheses {
    bool is_there = false;
    std::string_view text;
    Token last;   ///< the closing parenthesis
    Token string; ///< the last string in the parentheses
  };

  InParentheses read_parentheses() {
    InParentheses read;
    const Tokens::Position before = tokens_.position();
    int depth = 0;
    std::size_t begin = before.at;
    for (Token token = tokens_.next(); token.kind != TokenKind::end; token = tokens_.next()) {
      depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
      const std::size_t end = tokens_.position().at;
      if (depth == 0 && token.is(")")) {
        read.is_there = true;
        read.text = text_.substr(begin, end - 1 - begin);
        read.last = token;
        return read;
      }
      if (depth == 0 || end - before.at > pragma_limits::most_text_bytes)
        break;
      if (depth == 1 && token.is("(") && begin == before.at)
        begin = end;
      if (token.is_string)
        read.string = token;
    }
    tokens_.go_back(before);
    if (++unclosed_ > most_unclosed)
      result_.is_complete = false;
    return {};
  }

  /// `_Pragma("...")`, or a macro that expands to it.
  bool is_annotation(const Token &token) {
    if (token.kind != TokenKind::word)
      return false;
    const bool is_operator = token.text == "_Pragma";
    const AnnotationMacro *macro = is_operator ? nullptr : macros_.find(token.text);
    if (!is_operator && macro == nullptr)
      return false;
    const bool has_arguments = is_operator || macro->has_parameters;
    const InParentheses arguments = has_arguments ? read_parentheses() : InParentheses();
    if (has_arguments && !arguments.is_there)
      return false;
    if (is_operator) {
      std::string_view line = arguments.string.text;
      if (take_pragma(line))
        add_pragma(token.first, clauses_in(line));
      return true;
    }
    add_pragma(token.first, macro->takes_clauses ? clauses_in(arguments.text) : macro->text);
    if (macro->has_loop)
      bind(stack_.add_loop_of_macro(token.first, has_arguments ? arguments.last.last : token.last));
    return true;
  }

  void add_pragma(const Place &place, std::string text) {
    if (result_.pragmas.size() >= pragma_limits::most_per_unit) {
      result_.is_complete = false;
      return;
    }
    TextPragma pragma;
    pragma.place = place;
    pragma.after = tokens_.position();
    pragma.text = std::move(text);
    if (waiting_ == result_.pragmas.size())
      gap_.restart();
    result_.pragmas.push_back(std::move(pragma));
  }

  /// Binds all waiting pragmas to this loop.
  void bind(int loop) {
    for (; waiting_ < result_.pragmas.size(); ++waiting_)
      result_.pragmas[waiting_].loop = loop;
  }

  std::string_view text_;
  Tokens tokens_;
  AnnotationMacros macros_;
  StatementStack stack_;
  std::vector<Condition> conditions_;
  AnnotatedSource result_;
  std::size_t waiting_ = 0; ///< index of the first pragma that still waits for a loop
  Gap gap_;
  int unclosed_ = 0;
  Place last_;
};

} // namespace

bool may_have_pragmas(std::string_view text) {
  return text.find("osaca") != std::string_view::npos || text.find("OSACA_") != std::string_view::npos;
}

AnnotatedSource annotated_loops(std::string_view text) { return Scan(text).all(); }

} // namespace osaca::source
