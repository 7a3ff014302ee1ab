// SPDX-License-Identifier: GPL-3.0-or-later
#include "gimple/loop_numbers.h"

namespace osaca::gcc {

namespace {

std::vector<const class loop *> inner_loops_first() {
  std::vector<const class loop *> loops;
  for (unsigned i = 1; i < vec_safe_length(current_loops->larray); ++i)
    if (const class loop *loop = (*current_loops->larray)[i])
      loops.push_back(loop);
  std::stable_sort(loops.begin(), loops.end(),
                   [](const class loop *a, const class loop *b) { return loop_depth(a) > loop_depth(b); });
  return loops;
}

/// The width of a vector type; 0 for other types and for masks, which are represented as vectors of bits.
int bits_of(tree type) {
  if (type == NULL_TREE || !VECTOR_TYPE_P(type) || VECTOR_BOOLEAN_TYPE_P(type) || TYPE_MODE(type) == BLKmode)
    return 0;
  return static_cast<int>(constant_lower_bound(GET_MODE_BITSIZE(TYPE_MODE(type))));
}

/// The width of the widest vectors, by the number of the innermost loop around them.
std::unordered_map<int, int> vectors_by_number() {
  std::unordered_map<int, int> bits_by_number;
  basic_block block = nullptr;
  FOR_EACH_BB_FN(block, cfun) {
    int &bits = bits_by_number[block->loop_father->num];
    for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i)) {
      const tree result = gimple_get_lhs(gsi_stmt(i));
      if (result != NULL_TREE)
        bits = std::max(bits, bits_of(TREE_TYPE(result)));
    }
  }
  return bits_by_number;
}

void add_statements(basic_block block, LoopPlaces &places) {
  for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i)) {
    gimple *statement = gsi_stmt(i);
    if (is_gimple_debug(statement) || gimple_code(statement) == GIMPLE_LABEL || gimple_clobber_p(statement))
      continue;
    const bool is_branch = gimple_code(statement) == GIMPLE_COND || gimple_code(statement) == GIMPLE_SWITCH;
    places.own.push_back({gimple_location(statement), is_branch});
  }
}

} // namespace

bool LoopNumbers::is_about(const function *current) const {
  return has_places_ && DECL_UID(current->decl) == function_;
}

void LoopNumbers::start(LoopExtents &extents, InlineContexts &contexts) {
  by_number_.clear();
  vectorised_bits_.clear();
  number_of_.clear();
  has_places_ = current_loops != nullptr;
  function_ = DECL_UID(cfun->decl);
  nest_of_source_.clear();
  missed_.forget();
  if (!has_places_)
    return;
  note_places(extents, contexts);
  note_nests();
}

/// Figures in which the loops of one source loop differ are unknown.
void LoopNumbers::note_nests() {
  nests_.note_again();
  for (const auto &entry : nests_.by_number()) {
    const auto source = by_number_.find(entry.first);
    if (source == by_number_.end())
      continue;
    const auto inserted = nest_of_source_.emplace(source->second, entry.second);
    capture::LoopNest &known = inserted.first->second;
    known = capture::agreed(known, entry.second);
  }
}

capture::LoopNest LoopNumbers::nest_of(const LoopCopy &source) const {
  const auto known = nest_of_source_.find(source);
  return is_about(cfun) && known != nest_of_source_.end() ? known->second : capture::LoopNest();
}

void LoopNumbers::note_new_loops(LoopExtents &extents, InlineContexts &contexts) {
  if (!is_about(cfun) || current_loops == nullptr)
    return;
  note_places(extents, contexts);
  steps_.note_joined(contexts);
  origins_.note_copies();
  had_vectors_.clear();
  for (const auto &entry : vectors_by_number())
    if (entry.second > 0)
      had_vectors_.insert(entry.first);
  if (has_wanted())
    missed_.listen();
}

bool LoopNumbers::has_wanted() const {
  return std::any_of(by_number_.begin(), by_number_.end(), [this](const std::pair<const int, LoopCopy> &entry) {
    const size_t extent = static_cast<size_t>(entry.second.extent);
    return entry.second.extent >= 0 && extent < wanted_.size() && wanted_[extent];
  });
}

void LoopNumbers::note_vectorised(InlineContexts &contexts) {
  missed_.take();
  if (!is_about(cfun) || current_loops == nullptr)
    return;
  for (const auto &entry : vectors_by_number())
    if (entry.first != 0 && entry.second > 0 && had_vectors_.count(entry.first) == 0)
      vectorised_bits_.insert(entry);
  steps_.note_vectorised(contexts);
  origins_.note_copies();
}

void LoopNumbers::note_places(LoopExtents &extents, InlineContexts &contexts) {
  contexts.forget_blocks();
  last_number_ = static_cast<int>(vec_safe_length(current_loops->larray)) - 1;
  const std::vector<const class loop *> loops = inner_loops_first();
  std::unordered_map<const class loop *, int> index;
  for (const class loop *loop : loops)
    index[loop] = static_cast<int>(index.size());
  std::vector<LoopPlaces> places(loops.size());
  for (size_t i = 0; i < loops.size(); ++i) {
    const auto parent = index.find(loop_outer(loops[i]));
    places[i].parent = parent != index.end() ? parent->second : -1;
    const auto known = by_number_.find(loops[i]->num);
    places[i].by_number = known != by_number_.end() ? known->second : LoopCopy();
  }
  basic_block block = nullptr;
  FOR_EACH_BB_FN(block, cfun) {
    const auto owner = index.find(block->loop_father);
    if (owner != index.end())
      add_statements(block, places[owner->second]);
  }
  SourceLoops sources(extents, contexts);
  const std::vector<LoopCopy> found = source_loops_of(places, sources);
  for (size_t i = 0; i < loops.size(); ++i)
    if (found[i].extent >= 0)
      by_number_.emplace(loops[i]->num, found[i]);
}

void LoopNumbers::note_instructions() {
  if (!is_about(cfun) || current_loops == nullptr)
    return;
  number_of_.clear();
  steps_.note_unrolled();
  basic_block block = nullptr;
  FOR_EACH_BB_FN(block, cfun) {
    rtx_insn *insn = nullptr;
    FOR_BB_INSNS(block, insn)
    if (NONDEBUG_INSN_P(insn) && block->loop_father != nullptr)
      number_of_[INSN_UID(insn)] = block->loop_father->num;
  }
}

LoopNumbers::Known LoopNumbers::about(const std::vector<int> &uids) const {
  if (!is_about(cfun))
    return {};
  int noted = 0;
  std::map<int, int> votes;
  for (const int uid : uids) {
    const auto number = number_of_.find(uid);
    if (number == number_of_.end() || number->second == 0)
      continue;
    ++noted;
    ++votes[number->second];
  }
  for (const auto &entry : votes)
    if (entry.second * 2 > noted)
      return about(entry.first);
  return {};
}

bool LoopNumbers::is_vectorised(const LoopCopy &source, int origin) const {
  return is_about(cfun) && source.extent >= 0 &&
         std::any_of(vectorised_bits_.begin(), vectorised_bits_.end(), [&](const std::pair<const int, int> &entry) {
           const auto known = by_number_.find(entry.first);
           return known != by_number_.end() && known->second == source &&
                  (origin == 0 || origins_.of(entry.first) == origin);
         });
}

LoopNumbers::Known LoopNumbers::about(int number) const {
  Known known;
  const auto source = by_number_.find(number);
  if (source != by_number_.end())
    known.source = source->second;
  const auto bits = vectorised_bits_.find(number);
  if (bits != vectorised_bits_.end())
    known.vectorised_bits = bits->second;
  known.number = number;
  known.origin = origins_.of(number);
  known.is_made_late = number > last_number_;
  return known;
}

} // namespace osaca::gcc
