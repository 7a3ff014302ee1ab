// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "machine_text.h"

#include <algorithm>
#include <set>

namespace osaca::clang_plugin {
namespace {

using std::string_view;

/// The block that begins a loop says more than all others about which one it is.
constexpr int header_weight = 1'000'000;

constexpr string_view block_prefix = "%osaca.";

bool starts_with(string_view text, string_view prefix) { return text.substr(0, prefix.size()) == prefix; }

string_view trimmed(string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == string_view::npos)
    return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// What stands behind `key`, up to the next blank.
string_view word_after(string_view text, string_view key) {
  const std::size_t at = text.find(key);
  if (at == string_view::npos)
    return {};
  const string_view rest = text.substr(at + key.size());
  return rest.substr(0, rest.find_first_of(" \t"));
}

int number_at(string_view text) {
  int value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9' || value > 100'000'000)
      break;
    value = value * 10 + (c - '0');
  }
  return value;
}

struct Jump {
  int line = 0;
  std::string target; ///< label without its dot
};

struct Block {
  int first = 0;
  int last = 0;
  int loop = -1;
  std::string label;
  Jump jump; ///< behind a conditional branch; line 0: none
};

/// Everything between the first and the last line of one function.
class FunctionReader {
public:
  FunctionReader(string_view name, string_view comment) : comment_(comment) { function_.name = name; }

  void read(string_view line) {
    const string_view body = trimmed(line);
    if (starts_with(body, comment_)) {
      read_comment(line, body.substr(comment_.size()));
      return;
    }
    const bool is_block = starts_with(line, ".LBB");
    if (is_block && !in_inline_assembly_)
      start_block(line.substr(2, line.find(':') - 2), line);
    if (starts_with(body, ".loc\t") || starts_with(body, ".loc ")) {
      place_ = place_of(body);
      return;
    }
    if (starts_with(body, ".file\t") || starts_with(body, ".file "))
      return;
    add(is_block ? line.substr(0, line.find(':') + 1) : line);
    if (is_instruction(line, body)) {
      function_.instructions.push_back({line_count_, place_});
      block_last_ = line_count_;
      note_branch(body);
    }
  }

  TextFunction finish() {
    end_block();
    finish_loops();
    return std::move(function_);
  }

  [[nodiscard]] bool has_jump_table() const { return function_.text.find(".LJTI") != std::string::npos; }
  void add_data(string_view line) { add(line); }

private:
  void add(string_view line) {
    function_.text.append(line);
    function_.text.push_back('\n');
    ++line_count_;
  }

  /// A comment that fills its line: the loops of the block above, or a block that needs no label.
  void read_comment(string_view line, string_view text) {
    if (starts_with(text, "APP") || starts_with(text, "NO_APP")) {
      in_inline_assembly_ = starts_with(text, "APP");
      add(line);
      return;
    }
    if (in_inline_assembly_)
      return;
    text = trimmed(text);
    if (starts_with(text, "%bb."))
      start_block({}, line);
    else
      read_loop_comment(text);
    if (starts_with(text, "%bb.")) {
      const std::size_t again = text.find(comment_);
      if (again != string_view::npos)
        read_loop_comment(trimmed(text.substr(again + comment_.size())));
    }
  }

  /// A jump behind a conditional branch of the same block.
  void note_branch(string_view body) {
    const std::size_t target = body.find(".LBB");
    const string_view mnemonic = body.substr(0, body.find_first_of(" \t"));
    const bool is_jump = target != string_view::npos && (mnemonic == "jmp" || mnemonic == "b" || mnemonic == "j");
    jump_ = {};
    if (is_jump && has_branch_)
      jump_ = {line_count_, std::string(body.substr(target + 2, body.find_first_of(" \t,)", target) - target - 2))};
    has_branch_ |= target != string_view::npos;
  }

  void start_block(string_view label, string_view line) {
    end_block();
    block_first_ = line_count_ + 1;
    label_ = std::string(label);
    has_branch_ = false;
    jump_ = {};
    ir_loop_ = -1;
    loop_ = -1;
    const std::size_t name = line.find(block_prefix);
    if (name != string_view::npos) {
      const string_view rest = line.substr(name + block_prefix.size());
      ir_loop_ = number_at(rest);
      is_ir_header_ = rest.find(".h") != string_view::npos;
    }
    // A block without a name has the first comment about its loops on its own line.
    const std::size_t at = line.find(comment_, line.find(':') == string_view::npos ? 0 : line.find(':'));
    if (!label.empty() && at != string_view::npos)
      read_loop_comment(trimmed(line.substr(at + comment_.size())));
  }

  void read_loop_comment(string_view text) {
    if (block_first_ == 0)
      return;
    if (starts_with(text, "Parent Loop ")) {
      parent_label_ = std::string(word_after(text, "Parent Loop "));
    } else if (starts_with(text, "in Loop: Header=")) {
      loop_ = loop_at(std::string(word_after(text, "Header=")));
    } else if (starts_with(text, "=>") && text.find("Loop Header") != string_view::npos) {
      loop_ = loop_at(label_);
      if (!parent_label_.empty())
        parents_[loop_] = parent_label_;
      function_.loops[loop_].header_line = block_first_;
    }
  }

  int loop_at(const std::string &header) {
    const auto inserted = by_header_.emplace(header, static_cast<int>(function_.loops.size()));
    if (inserted.second) {
      function_.loops.emplace_back();
      function_.loops.back().header = header;
    }
    return inserted.first->second;
  }

  void end_block() {
    parent_label_.clear();
    if (block_first_ == 0 || loop_ < 0 || line_count_ < block_first_)
      return;
    blocks_.push_back({block_first_, std::max(block_first_, block_last_), loop_, label_, jump_});
    if (ir_loop_ < 0)
      return;
    votes_[loop_][ir_loop_] += is_ir_header_ && label_ == function_.loops[loop_].header ? header_weight : 1;
  }

  void finish_loops() {
    for (const auto &[loop, label] : parents_)
      if (const auto parent = by_header_.find(label); parent != by_header_.end())
        function_.loops[loop].parent = parent->second;
    std::set<int> taken;
    for (const auto &[loop, counts] : votes_)
      for (const auto &[ir_loop, count] : counts)
        if (count >= header_weight)
          taken.insert(ir_loop);
    for (const auto &[loop, counts] : votes_) {
      const auto most = std::max_element(counts.begin(), counts.end(),
                                         [](const auto &a, const auto &b) { return a.second < b.second; });
      // What the code generator made of a few blocks of a loop (a loop around an atomic access) is not that loop.
      if (most->second >= header_weight || taken.count(most->first) == 0)
        function_.loops[loop].ir_loop = most->first;
    }
    for (const Block &block : blocks_) {
      labels_in_[block.loop].insert(block.label);
      for (const int outer : around(block.loop)) {
        function_.loops[outer].innermost = false;
        labels_in_[outer].insert(block.label);
      }
    }
    for (const Block &block : blocks_) {
      add_lines(block, block.loop);
      for (const int outer : around(block.loop))
        add_lines(block, outer);
    }
    for (TextLoop &loop : function_.loops) {
      std::sort(loop.lines.begin(), loop.lines.end());
      std::vector<std::pair<int, int>> merged;
      for (const auto &range : loop.lines) {
        if (!merged.empty() && range.first == merged.back().second + 1)
          merged.back().second = range.second;
        else
          merged.push_back(range);
      }
      loop.lines = std::move(merged);
    }
  }

  [[nodiscard]] std::vector<int> around(int loop) const {
    std::vector<int> outer;
    for (int at = function_.loops[loop].parent; at >= 0 && outer.size() < function_.loops.size();
         at = function_.loops[at].parent)
      outer.push_back(at);
    return outer;
  }

  /// Without the jump that a block takes only when it leaves the loop.
  void add_lines(const Block &block, int loop) {
    const bool ends_in_exit = block.jump.line == block.last && labels_in_[loop].count(block.jump.target) == 0;
    if (!ends_in_exit)
      function_.loops[loop].lines.emplace_back(block.first, block.last);
    else if (block.last > block.first)
      function_.loops[loop].lines.emplace_back(block.first, block.last - 1);
  }

  /// `.loc FILE LINE COLUMN`: the line is an index that counts from 1.
  static int place_of(string_view directive) {
    const std::size_t file = directive.find_first_of("0123456789");
    const std::size_t blank = directive.find(' ', file);
    return blank == string_view::npos ? -1 : number_at(directive.substr(blank + 1)) - 1;
  }

  static bool is_instruction(string_view line, string_view body) {
    return !body.empty() && (line.front() == '\t' || line.front() == ' ') && body.front() != '.' && body.back() != ':';
  }

  string_view comment_;
  TextFunction function_;
  int line_count_ = 0;
  int place_ = -1;
  bool in_inline_assembly_ = false;
  // The block that is being read.
  int block_first_ = 0;
  int block_last_ = 0; ///< its last instruction
  std::string label_;
  std::string parent_label_;
  int loop_ = -1;
  int ir_loop_ = -1;
  bool is_ir_header_ = false;
  bool has_branch_ = false;
  Jump jump_;
  // What was read.
  std::vector<Block> blocks_; ///< of loops
  std::map<int, std::set<std::string>> labels_in_;
  std::map<std::string, int> by_header_;
  std::map<int, std::string> parents_;
  std::map<int, std::map<int, int>> votes_;
};

/// A table of addresses behind its function.
bool is_jump_table(string_view line) {
  const string_view body = trimmed(line);
  for (const string_view start :
       {".section", ".p2align", ".LJTI", ".long", ".quad", ".word", ".byte", ".hword", ".short", ".set", ".LBB"})
    if (starts_with(body, start))
      return true;
  return false;
}

bool is_section(string_view line) {
  return starts_with(line, "\t.section\t") || line == "\t.text" || line == "\t.data";
}

} // namespace

std::vector<TextFunction> read_machine_text(string_view assembly, string_view comment) {
  const std::string begin = std::string(comment) + " -- Begin function ";
  const std::string end = std::string(comment) + " -- End function";
  std::vector<TextFunction> functions;
  std::vector<FunctionReader> open; // none or one
  string_view section;
  bool is_behind = false;
  while (!assembly.empty()) {
    const std::size_t newline = assembly.find('\n');
    const string_view line = assembly.substr(0, newline);
    assembly.remove_prefix(newline == string_view::npos ? assembly.size() : newline + 1);
    const std::size_t starts = line.find(begin);
    if (starts == string_view::npos && is_section(line))
      section = line;
    if (!open.empty() && (starts != string_view::npos || (is_behind && !is_jump_table(line)))) {
      functions.push_back(open.back().finish());
      open.clear();
    }
    if (starts != string_view::npos) {
      open.emplace_back(line.substr(starts + begin.size()), comment);
      is_behind = false;
      if (!section.empty())
        open.back().add_data(section); // which may be one for constants
      open.back().read(line.substr(0, starts));
    } else if (!open.empty() && is_behind) {
      open.back().add_data(line);
    } else if (!open.empty() && line.find(end) != string_view::npos) {
      is_behind = true;
      if (!open.back().has_jump_table()) {
        functions.push_back(open.back().finish());
        open.clear();
      }
    } else if (!open.empty()) {
      open.back().read(line);
    }
  }
  if (!open.empty())
    functions.push_back(open.back().finish());
  return functions;
}

} // namespace osaca::clang_plugin
