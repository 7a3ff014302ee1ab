// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "source_tokens.h"

namespace osaca::source {
namespace {

constexpr int deepest = 100000; // a long chain of `else if` is deep, too

bool is_opening(const Token &token) { return token.is("(") || token.is("["); }
bool is_closing(const Token &token) { return token.is(")") || token.is("]"); }

} // namespace

StatementStack::StatementStack() : frames_(1) {}

void StatementStack::push(Frame frame) {
  frame.below = top_;
  frame.depth = top().depth + 1;
  frame.groups = frame.kind == Kind::block ? 0 : top().groups + (frame.kind == Kind::group ? 1 : 0);
  frame.innermost = frame.loop >= 0 ? frame.loop : top().innermost;
  if (frame.kind == Kind::block)
    frame.call = {};
  else if (top().call.line > 0)
    frame.call = top().call;
  is_too_deep_ |= frame.depth > deepest;
  frames_.push_back(frame);
  top_ = frames_.size() - 1;
}

void StatementStack::replace(const Frame &frame) {
  if (top_ >= kept_) {
    frames_[top_] = frame;
    return;
  }
  frames_.push_back(frame);
  top_ = frames_.size() - 1;
}

void StatementStack::pop() {
  const bool is_last = top_ + 1 == frames_.size() && top_ >= kept_;
  top_ = top().below;
  if (is_last)
    frames_.pop_back();
}

int StatementStack::open_loop(const Place &first) {
  LoopSpan loop;
  // A statement can only be in parentheses as the argument of a macro.
  loop.first = top().call.line > 0 ? top().call : first;
  loop.parent = top().innermost;
  loops_.push_back(loop);
  ends_with_.push_back(-1);
  return static_cast<int>(loops_.size()) - 1;
}

void StatementStack::end_loop(const Frame &frame) {
  if (frame.loop >= 0 && loops_[static_cast<std::size_t>(frame.loop)].last < previous_.last)
    loops_[static_cast<std::size_t>(frame.loop)].last = previous_.last;
}

/// Ends the statement at the previous token, and the enclosing statements whose body it is.
void StatementStack::end_statement() {
  while (top().kind == Kind::body) {
    Frame frame = top();
    if (frame.what == What::if_ || frame.what == What::try_ || frame.what == What::do_loop) {
      frame.kind = frame.what == What::if_    ? Kind::after_if
                   : frame.what == What::try_ ? Kind::after_try
                                              : Kind::after_do;
      return replace(frame);
    }
    end_loop(frame);
    pop();
  }
}

/// Whether a statement that could have ended continues with this token.
bool StatementStack::goes_on(const Token &token) {
  Frame frame = top();
  frame.has_begun = false;
  if (frame.kind == Kind::after_if && token.is("else")) {
    frame.kind = Kind::body;
    frame.what = What::else_;
  } else if (frame.kind == Kind::after_try && token.is("catch")) {
    frame.kind = Kind::head;
  } else if (frame.kind == Kind::after_do && token.is("while")) {
    frame.kind = Kind::head;
    frame.what = What::loop;
    frame.has_begun = true; // its body is complete
  } else {
    return false;
  }
  replace(frame);
  return true;
}

void StatementStack::settle_before(const Token &token) {
  while (top().kind == Kind::after_if || top().kind == Kind::after_try || top().kind == Kind::after_do) {
    if (goes_on(token))
      return;
    end_loop(top());
    pop();
    end_statement();
  }
}

/// -2: no statement with a body begins here.
int StatementStack::open_statement(const Token &token) {
  Frame frame;
  frame.kind = Kind::head;
  int loop = -1;
  if (token.is("for") || token.is("while")) {
    loop = open_loop(token.first);
    frame.what = What::loop;
  } else if (token.is("do")) {
    loop = open_loop(token.first);
    frame.kind = Kind::body;
    frame.what = What::do_loop;
  } else if (token.is("if")) {
    frame.what = What::if_;
  } else if (token.is("try")) {
    frame.kind = Kind::body;
    frame.what = What::try_;
  } else if (!token.is("switch")) {
    return -2;
  }
  frame.loop = loop;
  push(frame);
  return loop;
}

void StatementStack::open_group(const Token &token) {
  Frame frame;
  frame.kind = Kind::group;
  // The parentheses after `for` and the like belong to the statement itself.
  if (token.is("(") && previous_.kind == TokenKind::word && top().kind != Kind::head)
    frame.call = previous_.first;
  push(frame);
}

void StatementStack::close_group(bool is_zero_in_parentheses) {
  if (top().groups == 0)
    return;
  while (top().kind != Kind::group) {
    end_loop(top());
    pop();
  }
  pop();
  if (top().kind != Kind::head)
    return;
  Frame frame = top();
  if (frame.loop >= 0 && frame.has_begun && is_zero_in_parentheses)
    loops_[static_cast<std::size_t>(frame.loop)].runs_once = true;
  frame.kind = Kind::body;
  replace(frame); // the `;` after `do ... while (...)` comes next, and ends the statement
}

void StatementStack::close_block() {
  while (top().kind != Kind::block && top().kind != Kind::bottom) {
    end_loop(top());
    pop();
  }
  if (top().kind == Kind::bottom)
    return;
  const bool is_body = top().is_body;
  blocks_[static_cast<std::size_t>(top().block)].last = previous_.last;
  pop();
  if (is_body)
    end_statement();
}

/// Labels and attributes may precede the body.
void StatementStack::begin_body(const Token &token) {
  Frame frame = top();
  const bool is_label = token.is(":") && !previous_.is(":") && !previous_.is("?");
  const bool is_attribute =
      token.is("[") || token.is("__attribute__") || (token.is("(") && previous_.is("__attribute__"));
  if (frame.has_begun == !is_label || (!frame.has_begun && is_attribute))
    return;
  frame.has_begun = !is_label;
  replace(frame);
}

int StatementStack::add(const Token &token) {
  if (is_too_deep_)
    return -1;
  const bool follows_opening = previous_.is("(");
  settle_before(token);
  int loop = -1;
  const bool was_head = top().kind == Kind::head;
  if (was_head && (token.is("{") || token.is("consteval"))) {
    Frame frame = top();
    frame.kind = Kind::body;
    replace(frame);
  }
  const bool is_body = top().kind == Kind::body && !top().has_begun;
  if (top().kind == Kind::body && !token.is("}") && !token.is(";"))
    begin_body(token);
  if (token.is("{")) {
    Frame frame;
    frame.kind = Kind::block;
    frame.is_body = is_body;
    frame.block = static_cast<int>(blocks_.size());
    const bool follows_parameters = previous_.is(")") || previous_.is("const") || previous_.is("noexcept");
    blocks_.push_back({token.first, {}, follows_parameters && !is_body});
    push(frame);
  } else if (is_opening(token)) {
    open_group(token);
  } else if (is_closing(token)) {
    const bool is_zero_in_parentheses =
        (previous_.text == "0" || previous_.is("false")) && !previous_.is_string && previous_follows_opening_;
    previous_ = token;
    close_group(is_zero_in_parentheses);
  } else if (token.is("}") || token.is(";")) {
    previous_ = token;
    if (token.is("}"))
      close_block();
    else if (top().kind == Kind::head)
      pop();
    else
      end_statement();
  } else if (token.kind == TokenKind::word && !(was_head && token.is("while") && top().has_begun)) {
    loop = open_statement(token);
  }
  previous_follows_opening_ = follows_opening;
  previous_ = token;
  return loop < 0 ? -1 : loop;
}

int StatementStack::add_loop_of_macro(const Place &first, const Place &last) {
  const int loop = open_loop(first);
  loops_[static_cast<std::size_t>(loop)].last = last;
  return loop;
}

void StatementStack::join(State kept, State other) {
  constexpr int most_frames = 100;
  for (int i = 0; i < most_frames && kept != other && kept != 0 && other != 0; ++i) {
    const Frame &a = frames_[kept];
    const Frame &b = frames_[other];
    if (a.loop >= 0 && b.loop >= 0 && a.loop != b.loop)
      ends_with_[static_cast<std::size_t>(b.loop)] = a.loop;
    if (a.block >= 0 && b.block >= 0 && a.block != b.block)
      joined_blocks_.emplace_back(a.block, b.block);
    kept = a.below;
    other = b.below;
  }
}

std::vector<LoopSpan> StatementStack::take_loops(const Place &end) {
  previous_.last = end;
  for (; top_ != 0; pop())
    end_loop(top());
  // A loop whose end is that of an older loop in another branch: the older one's end is known by now.
  for (std::size_t id = 0; id < loops_.size(); ++id) {
    LoopSpan &loop = loops_[id];
    const int other = ends_with_[id];
    if (other >= 0 && loop.last < loops_[static_cast<std::size_t>(other)].last)
      loop.last = loops_[static_cast<std::size_t>(other)].last;
    if (loop.last < loop.first)
      loop.last = loop.first;
  }
  return std::move(loops_);
}

std::vector<BracedBlock> StatementStack::take_blocks() {
  for (const auto &[ended, other] : joined_blocks_)
    if (blocks_[static_cast<std::size_t>(other)].last.line == 0)
      blocks_[static_cast<std::size_t>(other)].last = blocks_[static_cast<std::size_t>(ended)].last;
  return std::move(blocks_);
}

} // namespace osaca::source
