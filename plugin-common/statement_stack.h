// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the statements of C and C++ source text end, told from their tokens: which `}` or `;` ends which loop. Nothing
// is known of types and macros, and nothing is needed: `for`, `while`, `do`, `if` and brackets are enough. Text that no
// compiler would take gives some answer as well.
#pragma once

#include "source_tokens.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace osaca::source {

struct TextLoop {
  Place first;     ///< the keyword's; in a macro's argument that of the use of the macro, which is what compilers tell
  Place last;      ///< of its last character
  int parent = -1; ///< the loop around it, or -1
  bool runs_once = false; ///< `do { ... } while (0)`, as in macros that are to be one statement
};

/// What stands in braces: bodies of functions, namespaces, initialisers, ...
struct TextBlock {
  Place first;
  Place last; ///< line 0: nobody knows, as arms of an `#if` contradict each other
};

class StatementStack {
public:
  /// What is open at one point of the text: to come back to, for another arm of `#if`.
  using State = std::size_t;

  StatementStack();

  /// The next token of code. Gives the loop that begins with it, or -1.
  int add(const Token &token);

  /// The use of a macro that holds a loop.
  int add_loop_of_macro(const Place &first, const Place &last);

  [[nodiscard]] State state() {
    kept_ = frames_.size();
    return top_;
  }
  void restore(State state) { top_ = state; }

  /// Two arms of an `#if` opened the same number of loops: what ends one ends the other.
  void join(State kept, State other);

  /// True if more is open than anybody writes: nothing more is told then.
  [[nodiscard]] bool is_too_deep() const { return is_too_deep_; }

  /// At the end of the text, which ends what is open.
  [[nodiscard]] std::vector<TextLoop> take_loops(const Place &end);
  [[nodiscard]] std::vector<TextBlock> take_blocks();

private:
  enum class Kind {
    bottom,
    block,    ///< {
    group,    ///< ( or [
    head,     ///< behind `for`, `while`, `if`, ...: its parentheses come next
    body,     ///< a statement comes next, or has begun
    after_if, ///< `else` may come
    after_try,
    after_do, ///< `while` comes
  };
  enum class What { loop, do_loop, if_, else_, try_, other };
  struct Frame {
    Kind kind = Kind::bottom;
    What what = What::other;
    int loop = -1;
    int block = -1;
    bool has_begun = false; ///< of a body: something other than labels and attributes
    bool is_body = false;   ///< of a block: it is the body of the frame below
    int groups = 0;         ///< open ones since the last block, with this one
    int depth = 0;
    int innermost = -1; ///< the loop that this is in, with this frame's own
    Place call;         ///< of the outermost group with a word before it, since the last block: where that stands
    State below = 0;
  };

  [[nodiscard]] const Frame &top() const { return frames_[top_]; }
  void push(Frame frame);
  void replace(const Frame &frame);
  void pop();
  int open_loop(const Place &first);
  void end_loop(const Frame &frame);
  void end_statement();
  void settle_before(const Token &token);
  bool goes_on(const Token &token);
  int open_statement(const Token &token);
  void open_group(const Token &token);
  void close_group(bool is_zero_in_parentheses);
  void close_block();
  void begin_body(const Token &token);

  std::vector<Frame> frames_;
  std::size_t kept_ =
      1; ///< so many of them are never changed, as somebody may come back to them: a change is a new frame
  State top_ = 0;
  std::vector<TextLoop> loops_;
  std::vector<int> ends_with_; ///< by loop: the one whose end is its end, or -1
  std::vector<TextBlock> blocks_;
  std::vector<std::pair<int, int>> joined_blocks_; ///< what ends the first ends the second
  Token previous_;
  bool previous_follows_opening_ = false; ///< the token before it is "("
  bool is_too_deep_ = false;
};

} // namespace osaca::source
