// SPDX-License-Identifier: GPL-3.0-or-later
#include "machine/machine_loops.h"

namespace osaca::gcc {

MachineCfg::MachineCfg() {
  for (rtx_insn *insn = get_insns(); insn != nullptr; insn = NEXT_INSN(insn))
    if (!BARRIER_P(insn))
      saved_blocks_.push_back(BLOCK_FOR_INSN(insn));
  repair_block_bounds();
  compute_bb_for_insn();
  had_dominators_ = dom_info_available_p(CDI_DOMINATORS);
  basic_block block = nullptr;
  FOR_ALL_BB_FN(block, cfun)
  saved_fathers_.push_back(block->loop_father);
  tree_ = flow_loops_find(nullptr);
  const class loop *candidate = nullptr;
  for (unsigned i = 1; i < vec_safe_length(tree_->larray); ++i)
    if ((candidate = (*tree_->larray)[i]) != nullptr)
      inner_first_.push_back(const_cast<class loop *>(candidate));
  std::stable_sort(inner_first_.begin(), inner_first_.end(),
                   [](const class loop *a, const class loop *b) { return loop_depth(a) > loop_depth(b); });
}

MachineCfg::~MachineCfg() {
  flow_loops_free(tree_);
  size_t next = 0;
  basic_block block = nullptr;
  FOR_ALL_BB_FN(block, cfun)
  block->loop_father = saved_fathers_[next++];
  if (!had_dominators_)
    free_dominance_info(CDI_DOMINATORS);
  next = 0;
  for (rtx_insn *insn = get_insns(); insn != nullptr; insn = NEXT_INSN(insn))
    if (!BARRIER_P(insn))
      BLOCK_FOR_INSN(insn) = saved_blocks_[next++];
  // The oldest entry of a block holds its original state.
  for (auto border = stale_bounds_.rbegin(); border != stale_bounds_.rend(); ++border) {
    BB_HEAD(border->block) = border->head;
    BB_END(border->block) = border->end;
  }
}

/// Instructions that are split or deleted after the compiler has given up its blocks may have been the first or last of
/// a block. The block then refers to an instruction that no longer exists (RISC-V at -O0, GCC 14: a split branch).
/// Traversing such a block would leave the function.
void MachineCfg::repair_block_bounds() {
  std::unordered_map<const rtx_insn *, basic_block> by_head;
  basic_block block = nullptr;
  FOR_EACH_BB_FN(block, cfun)
  by_head[BB_HEAD(block)] = block;
  std::unordered_set<int> begun;
  basic_block open = nullptr;
  rtx_insn *last = nullptr;
  const auto close = [&] {
    if (open == nullptr)
      return;
    stale_bounds_.push_back({open, BB_HEAD(open), BB_END(open)});
    BB_END(open) = last;
  };
  for (rtx_insn *insn = get_insns(); insn != nullptr; insn = NEXT_INSN(insn)) {
    const auto head = by_head.find(insn);
    basic_block begins = head != by_head.end() ? head->second : nullptr;
    if (begins == nullptr && NOTE_INSN_BASIC_BLOCK_P(insn) && begun.count(NOTE_BASIC_BLOCK(insn)->index) == 0)
      begins = NOTE_BASIC_BLOCK(insn);
    if (begins != nullptr) {
      close();
      begun.insert(begins->index);
      open = begins;
      last = insn;
      if (head == by_head.end()) {
        stale_bounds_.push_back({begins, BB_HEAD(begins), BB_END(begins)});
        BB_HEAD(begins) = insn;
      }
    }
    if (open != nullptr && INSN_P(insn))
      last = insn;
    if (open != nullptr && insn == BB_END(open))
      open = nullptr;
  }
  close();
}

bool MachineCfg::is_on_odd_cycle(basic_block block) {
  if (loop_depth(block->loop_father) > 0)
    return false;
  const auto known = odd_cycles_.find(block->index);
  if (known != odd_cycles_.end())
    return known->second;
  // Blocks that can be reached from here and are in no loop.
  std::vector<basic_block> work = {block};
  std::unordered_set<int> seen;
  while (!work.empty()) {
    const basic_block from = work.back();
    work.pop_back();
    edge way = nullptr;
    edge_iterator i;
    FOR_EACH_EDGE(way, i, from->succs)
    if (way->dest != EXIT_BLOCK_PTR_FOR_FN(cfun) && seen.insert(way->dest->index).second)
      work.push_back(way->dest);
  }
  return odd_cycles_[block->index] = seen.count(block->index) != 0;
}

bool MachineCfg::leads_to(const class loop *from, const class loop *to) {
  const class loop *around = loop_outer(from);
  std::vector<basic_block> work = {from->header};
  std::unordered_set<int> seen = {from->header->index};
  while (!work.empty()) {
    const basic_block block = work.back();
    work.pop_back();
    if (block == to->header)
      return true;
    edge way = nullptr;
    edge_iterator i;
    FOR_EACH_EDGE(way, i, block->succs)
    if (way->dest != around->header && flow_bb_inside_loop_p(around, way->dest) && seen.insert(way->dest->index).second)
      work.push_back(way->dest);
  }
  return false;
}

bool MachineCfg::passes_through(const class loop *loop, basic_block block) {
  edge way = nullptr;
  edge_iterator i;
  FOR_EACH_EDGE(way, i, loop->header->preds)
  if (flow_bb_inside_loop_p(loop, way->src) && !dominated_by_p(CDI_DOMINATORS, way->src, block))
    return false;
  return true;
}

std::vector<basic_block> MachineCfg::blocks_of(const class loop *loop) {
  std::vector<basic_block> blocks;
  basic_block block = nullptr;
  FOR_EACH_BB_FN(block, cfun)
  if (flow_bb_inside_loop_p(loop, block))
    blocks.push_back(block);
  return blocks;
}

edge MachineCfg::usual_way_back(const class loop *loop) {
  edge usual = nullptr;
  int ways_back = 0;
  edge way = nullptr;
  edge_iterator i;
  FOR_EACH_EDGE(way, i, loop->header->preds) {
    if (!flow_bb_inside_loop_p(loop, way->src))
      continue;
    ++ways_back;
    if (way->count().apply_scale(2, 1) > loop->header->count)
      usual = way;
  }
  return ways_back > 1 ? usual : nullptr;
}

std::vector<basic_block> MachineCfg::blocks_of_turn(edge way_back) {
  const basic_block header = way_back->dest;
  std::vector<basic_block> work = {way_back->src};
  std::unordered_set<int> seen = {header->index, way_back->src->index};
  while (!work.empty()) {
    const basic_block block = work.back();
    work.pop_back();
    edge way = nullptr;
    edge_iterator i;
    if (block != header)
      FOR_EACH_EDGE(way, i, block->preds)
    if (seen.insert(way->src->index).second)
      work.push_back(way->src);
  }
  std::vector<basic_block> blocks;
  basic_block block = nullptr;
  FOR_EACH_BB_FN(block, cfun)
  if (seen.count(block->index) != 0)
    blocks.push_back(block);
  return blocks;
}

bool MachineCfg::leaves(const class loop *inner, const class loop *outer) {
  basic_block block = nullptr;
  edge way = nullptr;
  edge_iterator i;
  FOR_EACH_BB_FN(block, cfun)
  if (flow_bb_inside_loop_p(inner, block))
    FOR_EACH_EDGE(way, i, block->succs)
  if (!flow_bb_inside_loop_p(outer, way->dest))
    return true;
  return false;
}

std::vector<const class loop *> MachineCfg::just_before(const class loop *to) {
  const class loop *around = loop_outer(to);
  std::vector<const class loop *> found;
  std::vector<basic_block> work = {to->header};
  std::unordered_set<int> seen = {to->header->index};
  while (!work.empty()) {
    const basic_block block = work.back();
    work.pop_back();
    if (block == around->header)
      continue;
    edge way = nullptr;
    edge_iterator i;
    FOR_EACH_EDGE(way, i, block->preds) {
      if (!flow_bb_inside_loop_p(around, way->src) || flow_bb_inside_loop_p(to, way->src) ||
          !seen.insert(way->src->index).second)
        continue;
      if (way->src->loop_father == around) {
        work.push_back(way->src);
        continue;
      }
      const class loop *other = way->src->loop_father;
      while (loop_outer(other) != around)
        other = loop_outer(other);
      if (std::find(found.begin(), found.end(), other) == found.end())
        found.push_back(other);
    }
  }
  return found;
}

} // namespace osaca::gcc
