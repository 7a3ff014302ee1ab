// SPDX-License-Identifier: GPL-3.0-or-later
#include "machine/machine_loops.h"

#include "machine/frequencies.h"
#include "machine/statement_loops.h"

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

std::string callee_of(rtx_insn *insn) {
  if (!CALL_P(insn))
    return {};
  const rtx call = get_call_rtx_from(insn);
  if (call == NULL_RTX || !MEM_P(XEXP(call, 0)) || GET_CODE(XEXP(XEXP(call, 0), 0)) != SYMBOL_REF)
    return {};
  const char *name = XSTR(XEXP(XEXP(call, 0), 0), 0);
  return name[0] == '*' ? name + 1 : name;
}

bool is_real(rtx_insn *insn) {
  return NONDEBUG_INSN_P(insn) && GET_CODE(PATTERN(insn)) != USE && GET_CODE(PATTERN(insn)) != CLOBBER;
}

namespace {

class Finder {
public:
  Finder(LoopExtents &extents, AnnotatedStatements &statements, InlineContexts &contexts, const LoopNumbers &numbers)
      : numbers_(numbers), extents_(extents), statements_(statements), sources_(extents, contexts) {}

  FunctionLoops find() {
    for (class loop *loop : cfg_.loops())
      index_[loop] = static_cast<int>(index_.size());
    result_.loops.resize(index_.size());
    places_.resize(index_.size());
    known_.resize(index_.size());
    for (class loop *loop : cfg_.loops())
      describe(loop);
    attribute();
    if (!statements_.is_empty())
      for (size_t i = 0; i < places_.size(); ++i)
        note_statements(result_.loops[i], places_[i], extents_, statements_, sources_.contexts());
    assign_roles();
    count_remains();
    return std::move(result_);
  }

private:
  void describe(class loop *loop) {
    MachineLoop &machine = result_.loops[index_[loop]];
    LoopPlaces &places = places_[index_[loop]];
    machine.innermost = loop->inner == nullptr;
    machine.parent = loop_outer(loop) != nullptr && index_.count(loop_outer(loop)) != 0 ? index_[loop_outer(loop)] : -1;
    places.parent = machine.parent;
    machine.frequency = frequency_of(loop);
    std::vector<int> own_uids;
    size_t inside = 0;
    machine.blocks.push_back(uids_of(loop->header));
    basic_block block = nullptr;
    FOR_EACH_BB_FN(block, cfun) {
      if (!flow_bb_inside_loop_p(loop, block))
        continue;
      if (block != loop->header)
        machine.blocks.push_back(uids_of(block));
      if (block->loop_father != loop) {
        inside += machine.blocks.back().size();
        continue;
      }
      rtx_insn *insn = nullptr;
      FOR_BB_INSNS(block, insn) {
        if (!is_real(insn))
          continue;
        places.own.push_back({INSN_LOCATION(insn), JUMP_P(insn) && any_condjump_p(insn)});
        own_uids.push_back(INSN_UID(insn));
        if (machine.place == UNKNOWN_LOCATION && INSN_HAS_LOCATION(insn))
          machine.place = INSN_LOCATION(insn);
      }
    }
    machine.works_itself = inside <= own_uids.size();
    const LoopNumbers::Known known = numbers_.about(own_uids);
    places.by_number = known.source;
    machine.vectorised_bits = known.vectorised_bits;
    known_[index_[loop]] = known;
    if (machine.innermost && known.vectorised_bits > 0 && known.is_made_late)
      made_late_.insert(loop);
  }

  /// Whether GCC runs its loop passes. Without them, every loop corresponds to the source.
  static bool has_loop_passes() {
    return optimize != 0 && (optimize_debug == 0 || flag_unroll_loops != 0 || cfun->has_unroll);
  }

  void attribute() {
    const std::vector<LoopCopy> found = source_loops_of(places_, sources_);
    for (size_t i = 0; i < found.size(); ++i)
      result_.loops[i].source = found[i];
    // A loop of an unknown source loop that contains vectors of the vectoriser executes the remainder of the loop
    // before it.
    for (class loop *loop : cfg_.loops())
      if (result_.loops[index_[loop]].source.extent < 0 && made_late_.count(loop) != 0)
        result_.loops[index_[loop]].source = source_before(loop);
    for (size_t i = 0; i < known_.size(); ++i) {
      MachineLoop &machine = result_.loops[i];
      machine.source_iterations = has_loop_passes() ? numbers_.source_iterations(known_[i], machine.source) : 1;
      machine.nest = numbers_.nest_of(machine.source);
      machine.not_vectorised = numbers_.not_vectorised(known_[i]);
    }
  }

  LoopCopy source_before(const class loop *loop) {
    LoopCopy source;
    for (const class loop *before : MachineCfg::just_before(loop)) {
      const LoopCopy &other = result_.loops[index_[before]].source;
      if (source.extent >= 0 && !(other == source))
        return {};
      source = other;
    }
    return source;
  }

  static std::vector<int> uids_of(basic_block block) {
    std::vector<int> uids;
    rtx_insn *insn = nullptr;
    FOR_BB_INSNS(block, insn)
    if (is_real(insn))
      uids.push_back(INSN_UID(insn));
    return uids;
  }

  void assign_roles() {
    std::map<LoopCopy, std::vector<class loop *>> copies;
    for (class loop *loop : cfg_.loops())
      if (const MachineLoop &machine = result_.loops[index_[loop]]; machine.source.extent >= 0)
        copies[machine.source].push_back(loop);
      else if (!machine.statements.empty()) // a function of the unit that was read before the pragma
        copies[{-1, sources_.contexts().of(machine.place)}].push_back(loop);
    for (const auto &entry : copies)
      assign_roles(entry.second, entry.first.context != InlineContexts::none);
  }

  void assign_roles(const std::vector<class loop *> &copies, bool is_inlined) {
    int widest = 0;
    for (class loop *copy : copies)
      widest = std::max(widest, result_.loops[index_[copy]].vectorised_bits);
    for (class loop *copy : copies) {
      MachineLoop &machine = result_.loops[index_[copy]];
      if (widest > 0)
        machine.not_vectorised.clear(); // the reason belongs to the remainder that the vectoriser leaves
      if (!machine.innermost)           // its vectors are those of its inner loops
        machine.role = is_inlined || copies.size() > 1 ? capture::LoopRole::copy : capture::LoopRole::plain;
      else if (widest > 0 && machine.vectorised_bits == widest)
        machine.role = capture::LoopRole::vector_body;
      else if (follows_wider(copy, copies))
        machine.role = capture::LoopRole::remainder;
      else if (widest > 0 && machine.vectorised_bits == 0)
        machine.role = capture::LoopRole::scalar_version;
      else if (is_inlined || copies.size() > 1)
        machine.role = capture::LoopRole::copy;
    }
  }

  bool follows_wider(class loop *narrow, const std::vector<class loop *> &copies) {
    return std::any_of(copies.begin(), copies.end(), [&](class loop *other) {
      return result_.loops[index_[other]].vectorised_bits > result_.loops[index_[narrow]].vectorised_bits &&
             MachineCfg::leads_to(other, narrow);
    });
  }

  void count_remains() {
    basic_block block = nullptr;
    FOR_EACH_BB_FN(block, cfun) {
      rtx_insn *insn = nullptr;
      FOR_BB_INSNS(block, insn) {
        if (!is_real(insn) || plain(INSN_LOCATION(insn)) <= BUILTINS_LOCATION)
          continue;
        for (const LoopCopy &copy : sources_.around(INSN_LOCATION(insn)))
          count(result_.remains[copy], insn, block);
        if (const StatementSite site = statements_.around(INSN_LOCATION(insn), sources_.contexts());
            site.copy.statement >= 0) {
          StatementRemains &left = result_.statements[site.copy];
          count(left.remains, insn, block);
          left.has_inlined = left.has_inlined || !site.is_direct;
        }
      }
    }
  }

  void count(Remains &remains, rtx_insn *insn, basic_block block) {
    ++remains.located_instructions;
    remains.in_other_loops += index_.count(block->loop_father) != 0 ? 1 : 0;
    remains.in_odd_cycles += cfg_.is_on_odd_cycle(block) ? 1 : 0;
    const std::string callee = callee_of(insn);
    if (!callee.empty())
      remains.callees.push_back(callee);
  }

  MachineCfg cfg_;
  const LoopNumbers &numbers_;
  LoopExtents &extents_;
  AnnotatedStatements &statements_;
  SourceLoops sources_;
  std::unordered_map<const class loop *, int> index_;
  std::vector<LoopPlaces> places_;
  std::vector<LoopNumbers::Known> known_;
  std::unordered_set<const class loop *> made_late_;
  FunctionLoops result_;
};

} // namespace

FunctionLoops find_machine_loops(LoopExtents &extents, AnnotatedStatements &statements, InlineContexts &contexts,
                                 const LoopNumbers &numbers) {
  contexts.forget_blocks();
  return Finder(extents, statements, contexts, numbers).find();
}

} // namespace osaca::gcc
