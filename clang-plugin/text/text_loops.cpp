// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "text/text_loops.h"

#include <algorithm>
#include <set>

namespace osaca::clang_plugin {

namespace {

/// The header of a loop says more than all other blocks about which loop it is.
constexpr int header_weight = 1'000'000;

using Lines = std::vector<std::pair<int, int>>;

Lines merged(Lines lines) {
  std::sort(lines.begin(), lines.end());
  Lines merged;
  for (const auto &range : lines) {
    if (!merged.empty() && range.first == merged.back().second + 1)
      merged.back().second = range.second;
    else
      merged.push_back(range);
  }
  return merged;
}

} // namespace

int TextLoops::with_header(const std::string &label) {
  const auto inserted = by_header_.emplace(label, static_cast<int>(loops_.size()));
  if (inserted.second) {
    loops_.emplace_back();
    loops_.back().header = label;
  }
  return inserted.first->second;
}

void TextLoops::note_header(int loop, int line, const std::string &parent) {
  if (!parent.empty())
    parents_[loop] = parent;
  loops_[loop].header_line = line;
}

std::vector<TextLoop> TextLoops::finish() && {
  nest();
  name_after_ir_loops();
  add_lines();
  return std::move(loops_);
}

void TextLoops::nest() {
  for (const auto &[loop, label] : parents_)
    if (const auto parent = by_header_.find(label); parent != by_header_.end())
      loops_[loop].parent = parent->second;
  for (const TextBlock &block : blocks_)
    for (const int loop : with_outer(block.loop))
      if (loop != block.loop)
        loops_[loop].innermost = false;
}

void TextLoops::name_after_ir_loops() {
  std::map<int, std::map<int, int>> votes; // votes per loop for each of the optimiser's loops
  for (const TextBlock &block : blocks_)
    if (block.ir_loop >= 0)
      votes[block.loop][block.ir_loop] +=
          block.is_ir_header && block.label == loops_[block.loop].header ? header_weight : 1;
  std::set<int> taken;
  for (const auto &[loop, counts] : votes)
    for (const auto &[ir_loop, count] : counts)
      if (count >= header_weight)
        taken.insert(ir_loop);
  for (const auto &[loop, counts] : votes) {
    const auto most = std::max_element(counts.begin(), counts.end(),
                                       [](const auto &a, const auto &b) { return a.second < b.second; });
    // A loop that the code generator made of a few blocks of a loop (around an atomic access) is not that loop.
    if (most->second >= header_weight || taken.count(most->first) == 0)
      loops_[loop].ir_loop = most->first;
  }
}

/// Leaves out the jump that a block executes only when it leaves the loop.
void TextLoops::add_lines() {
  std::map<int, std::set<std::string>> labels_in;
  for (const TextBlock &block : blocks_)
    for (const int loop : with_outer(block.loop))
      labels_in[loop].insert(block.label);
  std::vector<int> inside(loops_.size(), 0);
  std::vector<int> own(loops_.size(), 0);
  for (const TextBlock &block : blocks_) {
    const int last = std::max(block.first, block.last);
    for (const int loop : with_outer(block.loop))
      (loop == block.loop ? own : inside)[static_cast<size_t>(loop)] += block.instructions;
    for (const int loop : with_outer(block.loop)) {
      const bool ends_in_exit = block.jump.line == last && labels_in[loop].count(block.jump.target) == 0;
      if (!ends_in_exit)
        loops_[loop].lines.emplace_back(block.first, last);
      else if (last > block.first)
        loops_[loop].lines.emplace_back(block.first, last - 1);
    }
  }
  for (TextLoop &loop : loops_)
    loop.lines = merged(std::move(loop.lines));
  for (size_t loop = 0; loop < loops_.size(); ++loop)
    loops_[loop].works_itself = inside[loop] <= own[loop];
}

/// The loop and its enclosing loops. Incomplete or invalid input may contain cycles.
std::vector<int> TextLoops::with_outer(int loop) const {
  std::vector<int> loops = {loop};
  for (int at = loops_[loop].parent; at >= 0 && loops.size() <= loops_.size(); at = loops_[at].parent)
    loops.push_back(at);
  return loops;
}

Jump jump_named(std::string_view mnemonic) {
  if (mnemonic == "jmp" || mnemonic == "b" || mnemonic == "j")
    return Jump::unconditional;
  for (const std::string_view start : {"j", "b", "cb", "tb"})
    if (mnemonic.substr(0, start.size()) == start)
      return Jump::conditional;
  return Jump::none;
}

bool ends_block(std::string_view mnemonic) {
  for (const std::string_view end : {"jmp", "ud2", "br", "b", "brk", "jr", "j", "tail", "unimp", "ebreak"})
    if (mnemonic == end)
      return true;
  return mnemonic.substr(0, 3) == "ret" || mnemonic.substr(0, 4) == "jmpq";
}

void TextBranches::start_block(std::string_view label, const BlockName &name) {
  Block block;
  block.label = std::string(label);
  block.name = name;
  blocks_.push_back(std::move(block));
}

void TextBranches::note_header() {
  if (!blocks_.empty())
    blocks_.back().is_header = true;
}

void TextBranches::add_jump(Jump jump, int line, std::string_view target) {
  if (blocks_.empty())
    return;
  Block &block = blocks_.back();
  if (jump == Jump::conditional) {
    ++block.branch_count;
    block.line = line;
    block.target = std::string(target);
  } else if (jump == Jump::unconditional) {
    block.is_known = block.is_known && block.otherwise.empty();
    block.otherwise = std::string(target);
  }
}

void TextBranches::add_unknown() {
  if (!blocks_.empty())
    blocks_.back().is_known = false;
}

void TextBranches::add_end() {
  if (!blocks_.empty())
    blocks_.back().has_end = true;
}

/// Determines the successors of blocks.
class TextBranches::Ways {
public:
  explicit Ways(std::vector<Block> blocks) : blocks_(std::move(blocks)), branches_(blocks_.size(), -1) {
    for (std::size_t i = 0; i < blocks_.size(); ++i)
      by_label_.emplace(blocks_[i].label, i);
    for (std::size_t i = 0, count = 0; i < blocks_.size(); ++i)
      if (is_branch(i))
        branches_[i] = static_cast<int>(count++);
    for (int round = 0; round < most_passed_over && number_rests(); ++round)
      ;
  }

  [[nodiscard]] std::vector<TextBranch> branches() const {
    std::vector<TextBranch> branches;
    for (std::size_t i = 0; i < blocks_.size(); ++i)
      if (is_branch(i))
        branches.push_back(
            {blocks_[i].line, blocks_[i].name.block, way(i, block_named(blocks_[i].target)), way(i, behind(i))});
    return branches;
  }

private:
  using Place = std::optional<std::size_t>; ///< index of a block

  static constexpr int most_passed_over = 16;

  /// Assigns block numbers to rest blocks from the blocks that lead to them. Returns whether any number was added.
  bool number_rests() {
    bool is_more_known = false;
    for (std::size_t i = 0; i < blocks_.size(); ++i)
      for (const Place next : {blocks_[i].branch_count > 0 ? block_named(blocks_[i].target) : std::nullopt, behind(i)})
        if (next && blocks_[*next].name.is_rest && blocks_[*next].name.block < 0 && blocks_[i].name.block >= 0) {
          blocks_[*next].name.block = blocks_[i].name.block;
          is_more_known = true;
        }
    return is_more_known;
  }

  [[nodiscard]] bool is_branch(std::size_t block) const {
    return blocks_[block].branch_count == 1 && blocks_[block].is_known;
  }

  [[nodiscard]] Place block_named(const std::string &label) const {
    const auto known = by_label_.find(label);
    return known != by_label_.end() ? Place(known->second) : std::nullopt;
  }

  /// The successor of the block if its branch is not taken.
  [[nodiscard]] Place behind(std::size_t block) const {
    if (!blocks_[block].otherwise.empty())
      return block_named(blocks_[block].otherwise);
    return blocks_[block].has_end || block + 1 == blocks_.size() ? std::nullopt : Place(block + 1);
  }

  /// Whether the block is skipped: it has no branch, and it belongs to the same block of the optimiser or to none.
  [[nodiscard]] bool leads_on(std::size_t from, std::size_t block) const {
    const Block &passed = blocks_[block];
    const bool is_own = passed.name.block < 0 || (passed.name.block == blocks_[from].name.block && !passed.is_header);
    return is_own && passed.branch_count == 0 && passed.is_known;
  }

  [[nodiscard]] TextWay way(std::size_t from, Place to) const {
    TextWay way;
    for (int passed = 0; to && leads_on(from, *to) && passed < most_passed_over; ++passed) {
      note_kind(*to, way);
      to = behind(*to);
    }
    if (!to)
      return way;
    const Block &end = blocks_[*to];
    note_kind(*to, way);
    way.block = end.name.block;
    way.branch = branches_[*to];
    way.is_own = way.block >= 0 && way.block == blocks_[from].name.block && way.branch >= 0 && !end.is_header;
    return way;
  }

  void note_kind(std::size_t block, TextWay &way) const {
    const BlockName &name = blocks_[block].name;
    way.is_rare = way.is_rare || name.is_rare_call;
    if (way.selected == Selected::none)
      way.selected = name.selected;
  }

  std::vector<Block> blocks_;
  std::vector<int> branches_; ///< index of the branch that each block ends in, or -1
  std::map<std::string, std::size_t> by_label_;
};

std::vector<TextBranch> TextBranches::finish() && { return Ways(std::move(blocks_)).branches(); }

} // namespace osaca::clang_plugin
