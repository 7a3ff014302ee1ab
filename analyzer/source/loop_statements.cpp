#include "source/loop_statements.h"

#include "base/index.h"
#include "source/c_tokens.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace osaca {
namespace {

using Kind = CToken::Kind;

constexpr int most_nested = 200;
/// Of tokens, for all statements together: the text of inner loops is looked at once for each loop around it.
constexpr std::size_t most_steps = 200'000'000;

class Statements {
public:
  explicit Statements(CTokens scanned)
      : tokens_(std::move(scanned.tokens)), pragmas_(std::move(scanned.pragmas)), is_tail_(tokens_.size(), 0) {
    found_.is_cut_off = scanned.is_cut_off;
  }

  LoopStatements find() {
    find_loops();
    bind_pragmas();
    return std::move(found_);
  }

private:
  [[nodiscard]] int count() const { return static_cast<int>(tokens_.size()); }
  [[nodiscard]] Kind kind(int token) const { return token < count() ? tokens_[at(token)].kind : Kind::other; }
  [[nodiscard]] bool is_over(int token) const { return token >= count() || steps_ > most_steps; }

  /// The token there, or where the text goes on instead.
  int settle(int token) {
    while (!is_over(token) && kind(token) == Kind::jump && ++steps_ != 0)
      token = std::max(tokens_[at(token)].target, token + 1);
    return token;
  }
  int next(int token) {
    ++steps_;
    return settle(token + 1);
  }

  /// The bracket that closes the one at `token`; count(): none.
  int closing(int token) {
    int depth = 0;
    for (; !is_over(token); token = next(token)) {
      switch (kind(token)) {
      case Kind::open_round:
      case Kind::open_square:
      case Kind::open_brace: ++depth; break;
      case Kind::close_round:
      case Kind::close_square:
      case Kind::close_brace:
        if (--depth == 0)
          return token;
        break;
      default: break;
      }
    }
    return count();
  }

  /// Behind the parentheses that follow (words such as `constexpr` may stand before them); count(): there are none.
  int behind_condition(int token) {
    while (!is_over(token) && (kind(token) == Kind::word || kind(token) == Kind::other))
      token = next(token);
    return kind(token) == Kind::open_round ? next(closing(token)) : count();
  }

  /// Past what may stand before a statement: labels, attributes, pragmas. `token` itself, if nothing does.
  int behind_prefix(int token) {
    const int second = next(token);
    switch (kind(token)) {
    case Kind::pragma: return second;
    case Kind::attribute: return kind(second) == Kind::open_round ? next(closing(second)) : token;
    case Kind::open_square: return kind(second) == Kind::open_square ? next(closing(token)) : token;
    case Kind::word: return kind(second) == Kind::colon ? next(second) : token;
    case Kind::key_default: return kind(second) == Kind::colon ? next(second) : token;
    case Kind::key_case: return behind_case(second);
    default: return token;
    }
  }

  int behind_case(int token) {
    int questions = 0;
    for (; !is_over(token); token = next(token)) {
      if (kind(token) == Kind::open_round)
        token = closing(token);
      else if (kind(token) == Kind::question)
        ++questions;
      else if (kind(token) == Kind::colon && questions-- == 0)
        return next(token);
      else if (kind(token) == Kind::semicolon || kind(token) == Kind::open_brace || kind(token) == Kind::close_brace)
        return token;
    }
    return count();
  }

  /// The last token of the statement that begins there; count(): its end is not found.
  int end_of_statement(int token, int nested) {
    token = settle(token);
    if (nested > most_nested || is_over(token))
      return count();
    for (int behind = behind_prefix(token); behind != token && !is_over(token); behind = behind_prefix(token))
      token = behind;
    switch (kind(token)) {
    case Kind::open_brace: return closing(token);
    case Kind::key_for:
    case Kind::key_while:
    case Kind::key_switch: return end_of_statement(behind_condition(next(token)), nested + 1);
    case Kind::key_if: return end_of_if(token, nested);
    case Kind::key_do: return end_of_do(token, nested);
    case Kind::key_try: return end_of_try(token, nested);
    default: return end_of_expression(token);
    }
  }

  int end_of_if(int token, int nested) {
    const int end = end_of_statement(behind_condition(next(token)), nested + 1);
    if (is_over(end))
      return count();
    const int behind = next(end);
    return kind(behind) == Kind::key_else ? end_of_statement(next(behind), nested + 1) : end;
  }

  int end_of_do(int token, int nested) {
    const int end = end_of_statement(next(token), nested + 1);
    const int tail = is_over(end) ? count() : next(end);
    if (kind(tail) != Kind::key_while)
      return count();
    is_tail_[at(tail)] = 1;
    const int open = next(tail);
    const int close = kind(open) == Kind::open_round ? closing(open) : count();
    if (is_over(close))
      return count();
    runs_once_ = kind(next(open)) == Kind::zero && next(next(open)) == close;
    const int behind = next(close);
    return kind(behind) == Kind::semicolon ? behind : close; // the semicolon may come with a macro
  }

  int end_of_try(int token, int nested) {
    int end = end_of_statement(next(token), nested + 1);
    while (!is_over(end)) {
      const int behind = next(end);
      if (kind(behind) != Kind::key_catch)
        return end;
      end = end_of_statement(behind_condition(next(behind)), nested + 1);
    }
    return count();
  }

  int end_of_expression(int token) {
    const int second = next(token);
    if (kind(token) == Kind::word && kind(second) == Kind::open_round) // FOREACH(x, list) { ... }
      if (const int behind = next(closing(second)); kind(behind) == Kind::open_brace)
        return closing(behind);
    int last = token;
    for (; !is_over(token); last = token, token = next(token)) {
      switch (kind(token)) {
      case Kind::semicolon: return token;
      case Kind::open_round:
      case Kind::open_square:
      case Kind::open_brace: token = closing(token); break;
      case Kind::close_round:
      case Kind::close_square:
      case Kind::close_brace: return last;
      default: break;
      }
    }
    return count();
  }

  void find_loops() {
    loop_at_.assign(tokens_.size(), -1);
    std::vector<int> around;
    for (int token = 0; token < count(); ++token) {
      const bool begins = kind(token) == Kind::key_for || kind(token) == Kind::key_do ||
                          (kind(token) == Kind::key_while && is_tail_[at(token)] == 0);
      if (!begins)
        continue;
      runs_once_ = false;
      const int end = end_of_statement(token, 0);
      if (is_over(end)) {
        found_.is_cut_off |= steps_ > most_steps;
        continue;
      }
      if (kind(token) == Kind::key_do && runs_once_)
        continue;
      const LoopStatement loop{tokens_[at(token)].first, tokens_[at(end)].last, -1};
      while (!around.empty() && found_.loops[at(around.back())].end < loop.end)
        around.pop_back();
      loop_at_[at(token)] = static_cast<int>(found_.loops.size());
      found_.loops.push_back(loop);
      found_.loops.back().parent = around.empty() ? -1 : around.back();
      around.push_back(loop_at_[at(token)]);
    }
  }

  void bind_pragmas() {
    std::vector<char> has_pragma(found_.loops.size(), 0);
    for (int token = 0; token < count(); ++token) {
      if (kind(token) != Kind::pragma)
        continue;
      CTokens::Pragma &pragma = pragmas_[at(tokens_[at(token)].target)];
      const int keyword = statement_behind(next(token));
      const int loop = is_over(keyword) ? -1 : loop_at_[at(keyword)];
      const bool is_repeated = loop >= 0 && std::exchange(has_pragma[at(loop)], 1) != 0;
      found_.pragmas.push_back({pragma.place, loop, is_repeated, std::move(pragma.clauses)});
    }
  }

  /// Past labels, opening braces and the like, and words that can only be macros because a loop follows them.
  int statement_behind(int token) {
    while (!is_over(token)) {
      const int second = next(token);
      const int behind = kind(token) == Kind::open_brace ? second : behind_prefix(token);
      if (behind != token) {
        token = behind;
        continue;
      }
      if (kind(token) != Kind::word)
        return token;
      const int after = kind(second) == Kind::open_round ? next(closing(second)) : second;
      if (is_over(after) || loop_at_[at(after)] < 0)
        return token;
      return after;
    }
    return count();
  }

  std::vector<CToken> tokens_;
  std::vector<CTokens::Pragma> pragmas_;
  std::vector<char> is_tail_; ///< the `while` at the end of a `do`
  std::vector<int> loop_at_;  ///< by token: the loop that begins with it
  bool runs_once_ = false;    ///< the `do` that was read last: while (0)
  std::size_t steps_ = 0;
  LoopStatements found_;
};

} // namespace

bool may_be_annotated(std::string_view text) {
  return text.find("osaca") != std::string_view::npos || text.find("OSACA_") != std::string_view::npos;
}

LoopStatements loops_of_c(std::string_view text) { return Statements(c_tokens(text)).find(); }

} // namespace osaca
