// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Splits C and C++ source text into tokens with their places, without interpreting them. Comments, literals, raw
// strings and line continuations are recognised as by a compiler. Macros are not expanded, and files are not included.
// Any bytes are accepted, and each one is read a bounded number of times.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace osaca::source {

/// A place in the text. Lines count from 1, and columns count bytes from 1. Line 0: none.
struct Place {
  int line = 0;
  int column = 0;

  friend bool operator==(const Place &a, const Place &b) { return a.line == b.line && a.column == b.column; }
  friend bool operator<(const Place &a, const Place &b) {
    return a.line != b.line ? a.line < b.line : a.column < b.column;
  }
};

enum class TokenKind {
  end,
  word,      ///< identifier or keyword
  literal,   ///< number, string or character
  sign,      ///< one character of punctuation
  directive, ///< a line that begins with `#`; its text is what follows the `#`, without comments and line ends
};

struct Token {
  TokenKind kind = TokenKind::end;
  std::string text; ///< of a string: without its quotes; of a literal: at most the first 64 KiB
  Place first;
  Place last; ///< of its last character
  bool is_string = false;

  [[nodiscard]] bool is(std::string_view wanted) const {
    return (kind == TokenKind::word || kind == TokenKind::sign) && text == wanted;
  }
};

class Tokens {
public:
  /// `text` must outlive this object.
  explicit Tokens(std::string_view text) : text_(text) {}

  [[nodiscard]] Token next();

  /// A position for next() to continue from, to be restored with go_back().
  struct Position {
    std::size_t at = 0;
    Place place = {1, 1};
    bool is_line_start = true;
  };
  [[nodiscard]] Position position() const { return now_; }
  void go_back(const Position &position) { now_ = position; }

private:
  [[nodiscard]] char peek(std::size_t ahead = 0) const;
  char take();
  void take_into(std::string &text);
  void skip_splices();
  bool skip_comment();
  void skip_blanks();
  void read_word(Token &token);
  void read_number(Token &token);
  void read_quoted(Token &token);
  void read_raw(Token &token);
  void read_directive(Token &token);

  std::string_view text_;
  Position now_;
  Place last_;
};

// Finds the ends of statements in C and C++ source text: which `}` or `;` ends which loop. The tokens `for`, `while`,
// `do`, `if` and brackets are enough for that. Types and macros are not known. For text that no compiler accepts, the
// result is arbitrary.

struct LoopSpan {
  Place first;     ///< of the keyword; in a macro's argument, the place where the macro is used, as compilers report it
  Place last;      ///< of its last character
  int parent = -1; ///< the enclosing loop, or -1
  bool runs_once = false; ///< `do { ... } while (0)`, as in macros that expand to one statement
};

/// Text in braces: the body of a function, a namespace, an initialiser, ...
struct BracedBlock {
  Place first;
  Place last; ///< line 0: unknown, because branches of an `#if` contradict each other
  /// It follows a list of parameters: the body of a function, or of a lambda. False if the text does not show that.
  bool is_function = false;
};

class StatementStack {
public:
  /// The open statements and brackets at one point of the text. They are restored for the next branch of an `#if`.
  using State = std::size_t;

  StatementStack();

  /// Adds the next token. Returns the index of the loop that begins with it, or -1.
  int add(const Token &token);

  /// Adds the use of a macro that contains a loop.
  int add_loop_of_macro(const Place &first, const Place &last);

  [[nodiscard]] State state() {
    kept_ = frames_.size();
    return top_;
  }
  void restore(State state) { top_ = state; }

  /// Call it if two branches of an `#if` opened the same number of loops. A token that ends a loop from one branch then
  /// also ends the corresponding loop from the other branch.
  void join(State kept, State other);

  /// True if the nesting has become deeper than in any real code. From then on, tokens are ignored.
  [[nodiscard]] bool is_too_deep() const { return is_too_deep_; }

  /// Called at the end of the text, which closes everything that is still open.
  [[nodiscard]] std::vector<LoopSpan> take_loops(const Place &end);
  [[nodiscard]] std::vector<BracedBlock> take_blocks();

private:
  enum class Kind {
    bottom,
    block,    ///< {
    group,    ///< ( or [
    head,     ///< after `for`, `while`, `if`, ...: the parentheses follow
    body,     ///< a statement follows or has begun
    after_if, ///< `else` may follow
    after_try,
    after_do, ///< `while` follows
  };
  enum class What { loop, do_loop, if_, else_, try_, other };
  struct Frame {
    Kind kind = Kind::bottom;
    What what = What::other;
    int loop = -1;
    int block = -1;
    bool has_begun = false; ///< of a body: something other than labels and attributes was read
    bool is_body = false;   ///< of a block: it is the body of the previous frame
    int groups = 0;         ///< number of open groups in the innermost block, including this frame
    int depth = 0;
    int innermost = -1; ///< the innermost loop here, including this frame's own
    Place call;         ///< place of the name before the outermost parentheses since the last block; line 0: none
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
  std::size_t kept_ = 1; ///< number of frames that are never changed, because restore() may return to them; to change
                         ///< one of them, a new frame is added instead
  State top_ = 0;
  std::vector<LoopSpan> loops_;
  std::vector<int> ends_with_; ///< by loop: the loop that ends at the same token, or -1
  std::vector<BracedBlock> blocks_;
  std::vector<std::pair<int, int>> joined_blocks_; ///< pairs of blocks that end at the same token
  Token previous_;
  bool previous_follows_opening_ = false; ///< the token before previous_ is "("
  bool is_too_deep_ = false;
};

} // namespace osaca::source
