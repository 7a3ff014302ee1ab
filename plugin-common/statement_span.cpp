// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "statement_span.h"

namespace osaca::source {
namespace {

constexpr int most_leading_directives = 100;
constexpr int deepest_statement = 200;

bool opens(const Token &token) { return token.is("(") || token.is("[") || token.is("{"); }
bool closes(const Token &token) { return token.is(")") || token.is("]") || token.is("}"); }
bool is_loop_word(const Token &token) { return token.is("for") || token.is("while") || token.is("do"); }

/// Reads tokens without directives and `_Pragma("...")`.
class SpanReader {
public:
  SpanReader(std::string_view text, const Tokens::Position &at, long &left) : tokens_(text), left_(left) {
    tokens_.go_back(at);
  }

  Token next() {
    while (true) {
      Token token = take();
      if (token.is("_Pragma")) {
        if (peek_raw().is("("))
          skip_group(take());
      } else if (token.kind == TokenKind::directive) {
        directives_ += has_begun_ ? 0 : 1;
      } else {
        has_begun_ = true;
        previous_ = last_;
        last_ = token.last;
        return token;
      }
    }
  }

  Token peek() {
    const State kept = state();
    Token token = next();
    restore(kept);
    return token;
  }

  /// Skips the rest of a group whose opening token was read. Returns its last token.
  Token skip_group(const Token &) {
    int depth = 1;
    Token token;
    while (depth > 0) {
      token = take();
      depth += opens(token) ? 1 : closes(token) ? -1 : 0;
      if (token.kind == TokenKind::end)
        break;
    }
    last_ = token.last;
    return token;
  }

  [[nodiscard]] bool is_over() const { return left_ <= 0 || directives_ > most_leading_directives; }
  [[nodiscard]] Place last() const { return last_; }
  [[nodiscard]] Place before_last() const { return previous_; }

  struct State {
    Tokens::Position at;
    Place last;
    Place previous;
  };
  [[nodiscard]] State state() const { return {tokens_.position(), last_, previous_}; }
  void restore(const State &state) {
    tokens_.go_back(state.at);
    last_ = state.last;
    previous_ = state.previous;
  }

private:
  Token peek_raw() {
    const Tokens::Position kept = tokens_.position();
    Token token = tokens_.next();
    tokens_.go_back(kept);
    return token;
  }

  Token take() {
    if (is_over())
      return {};
    --left_;
    return tokens_.next();
  }

  Tokens tokens_;
  long &left_;
  int directives_ = 0;
  bool has_begun_ = false;
  Place last_;
  Place previous_;
};

class SpanParser {
public:
  SpanParser(std::string_view text, const SpanStart &start, long &left) : in_(text, start.at, left), start_(start) {}

  std::optional<StatementSpan> parse() {
    span_.from = start_.at.place;
    Token first = in_.next();
    if (first.kind == TokenKind::end)
      return std::nullopt;
    if (start_.is_macro && !enter_macro(first))
      return span_;
    if (!start_.is_macro)
      span_.from = first.first;
    first = without_labels(std::move(first));
    if (first.kind == TokenKind::end || closes(first) || first.is(";"))
      return std::nullopt;
    span_.first = first.first;
    if (!start_.is_macro)
      span_.from = first.first;
    span_.is_loop = is_loop_word(first);
    span_.is_block = first.is("{");
    if (span_.is_block)
      span_.only_loop = holds_only_loop();
    statement(std::move(first), 0);
    if (in_.is_over() || is_stuck_)
      return std::nullopt;
    span_.last = end_;
    return span_;
  }

private:
  /// Passes over the use of the macro. Returns false if the statement is in the macro, and ends with it.
  bool enter_macro(Token &first) {
    span_.first = span_.from = first.first;
    if (in_.peek().is("(")) {
      const Token open = in_.next();
      in_.skip_group(open);
    }
    end_ = in_.last();
    first = in_.next();
    if (!first.is(";") && !closes(first) && first.kind != TokenKind::end)
      return true;
    span_.last = first.is(";") ? first.last : end_;
    span_.has_calls = true;
    return false;
  }

  Token without_labels(Token token) {
    while (token.kind == TokenKind::word) {
      const SpanReader::State kept = in_.state();
      if (!is_label(token))
        in_.restore(kept);
      else
        token = in_.next();
      if (in_.state().at.at == kept.at.at)
        break;
    }
    return token;
  }

  /// Whether a label begins with the word. If so, it has been read up to its colon.
  bool is_label(const Token &word) {
    if (word.is("case")) {
      Token token = in_.next();
      for (; token.kind != TokenKind::end && !token.is(";"); token = in_.next()) {
        if (opens(token))
          in_.skip_group(token);
        if (token.is(":") && !in_.peek().is(":"))
          return true;
        if (token.is(":"))
          (void)in_.next(); // the second of `::`
      }
      return false;
    }
    if (!in_.next().is(":"))
      return false;
    return !in_.peek().is(":");
  }

  bool holds_only_loop() {
    const SpanReader::State kept = in_.state();
    const Token inner = without_labels(in_.next());
    bool is_only = false;
    if (is_loop_word(inner)) {
      statement(inner, 1);
      is_only = in_.peek().is("}");
    }
    in_.restore(kept);
    span_.has_calls = false;
    return is_only;
  }

  // NOLINTNEXTLINE(misc-no-recursion): the depth is limited
  void statement(const Token &first, int depth) {
    if (depth > deepest_statement || in_.is_over()) {
      is_stuck_ = true;
      return;
    }
    if (first.is("{")) {
      span_.has_calls = true;
      end_ = in_.skip_group(first).last;
    } else if (first.is("if") || first.is("while") || first.is("for") || first.is("switch")) {
      head_and_body(first, depth);
    } else if (first.is("do") || first.is("try") || first.is("else")) {
      statement(in_.next(), depth + 1);
      if (first.is("do"))
        simple(in_.next());
      while (first.is("try") && in_.peek().is("catch"))
        head_and_body(in_.next(), depth);
    } else {
      simple(without_labels(first));
    }
  }

  // NOLINTNEXTLINE(misc-no-recursion): the depth is limited
  void head_and_body(const Token &keyword, int depth) {
    Token token = in_.next(); // perhaps `constexpr` or `!` before the parentheses
    while (token.kind == TokenKind::word || token.is("!"))
      token = in_.next();
    if (token.is("(")) {
      in_.skip_group(token);
      token = in_.next();
    }
    statement(token, depth + 1);
    if (keyword.is("if") && in_.peek().is("else"))
      statement(in_.next(), depth + 1);
  }

  /// An expression, a declaration or a function definition, whose first token was read.
  void simple(Token token) {
    const bool is_lambda = token.is("[") && !in_.peek().is("[");
    bool is_requirement = false; // the braces after `requires` are no body
    while (!token.is(";") && !closes(token) && token.kind != TokenKind::end) {
      if (opens(token)) {
        span_.has_calls = span_.has_calls || !token.is("[") || is_lambda;
        end_ = in_.skip_group(token).last;
        if (token.is("{") && !is_requirement && ends_after_brace(is_lambda))
          return;
        is_requirement = is_requirement && token.is("(");
      } else {
        is_requirement = token.is("requires");
      }
      token = in_.next();
    }
    end_ = token.is(";") ? token.last : in_.before_last();
  }

  /// Whether the text after a closing brace begins something new: the brace ended a definition. After an initialiser or
  /// the body of a lambda, the statement continues.
  bool ends_after_brace(bool is_lambda) {
    const Token next = in_.peek();
    if (next.kind != TokenKind::sign)
      return true;
    if (is_lambda)
      return next.is(",") || next.is(")") || next.is("}");
    if (next.is(":")) {
      const SpanReader::State kept = in_.state();
      (void)in_.next();
      const bool is_scope = in_.next().is(":");
      in_.restore(kept);
      return is_scope;
    }
    return next.is("}") || next.is("[") || next.is("~");
  }

  SpanReader in_;
  SpanStart start_;
  StatementSpan span_;
  Place end_;
  bool is_stuck_ = false;
};

} // namespace

std::optional<StatementSpan> statement_after(std::string_view text, const SpanStart &start, long &tokens_left) {
  return SpanParser(text, start, tokens_left).parse();
}

} // namespace osaca::source
