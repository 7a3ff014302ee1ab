// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "text_loops.h"

#include <algorithm>
#include <set>

namespace osaca::clang_plugin {
namespace {

/// The block that begins a loop says more than all others about which one it is.
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
  std::map<int, std::map<int, int>> votes; // per loop, for each of the optimiser's loops
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
    // What the code generator made of a few blocks of a loop (a loop around an atomic access) is not that loop.
    if (most->second >= header_weight || taken.count(most->first) == 0)
      loops_[loop].ir_loop = most->first;
  }
}

/// Without the jump that a block takes only when it leaves the loop.
void TextLoops::add_lines() {
  std::map<int, std::set<std::string>> labels_in;
  for (const TextBlock &block : blocks_)
    for (const int loop : with_outer(block.loop))
      labels_in[loop].insert(block.label);
  std::vector<int> lines_inside(loops_.size(), 0);
  std::vector<int> own_lines(loops_.size(), 0);
  for (const TextBlock &block : blocks_) {
    const int last = std::max(block.first, block.last);
    for (const int loop : with_outer(block.loop))
      (loop == block.loop ? own_lines : lines_inside)[static_cast<size_t>(loop)] += last + 1 - block.first;
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
    loops_[loop].works_itself = lines_inside[loop] <= own_lines[loop];
}

/// The loop and those around it. What is cut off or made up may nest in a circle.
std::vector<int> TextLoops::with_outer(int loop) const {
  std::vector<int> loops = {loop};
  for (int at = loops_[loop].parent; at >= 0 && loops.size() <= loops_.size(); at = loops_[at].parent)
    loops.push_back(at);
  return loops;
}

} // namespace osaca::clang_plugin
