// SPDX-License-Identifier: GPL-3.0-or-later
#include "gimple/iteration_steps.h"

#include "gimple/gimple_steps.h"

namespace osaca::gcc {

namespace {

constexpr int load_operation = -1;
constexpr int store_operation = -2;
constexpr int test_operation = -3; // without a step, but shows that a loop without other operations is unchanged
constexpr HOST_WIDE_INT most_iterations = 4096; // more iterations than any compiler combines

bool is_memory(tree operand) {
  if (operand == NULL_TREE)
    return false;
  while (handled_component_p(operand))
    operand = TREE_OPERAND(operand, 0);
  return TREE_CODE(operand) == MEM_REF || TREE_CODE(operand) == TARGET_MEM_REF ||
         (VAR_P(operand) && !is_gimple_reg(operand));
}

/// The relevant part of a statement: one operation, and the address if it is a load or store.
struct Operation {
  int code = 0; ///< 0: not relevant
  tree reference = NULL_TREE;
  tree pointer = NULL_TREE;
};

/// `is_ssa`: the statement is in SSA form and knows whether it accesses memory.
Operation operation_of(gimple *statement, bool is_ssa = true) {
  if (gassign *assignment = dyn_cast<gassign *>(statement)) {
    if ((!is_ssa || gimple_vdef(assignment)) && is_memory(gimple_assign_lhs(assignment)))
      return {store_operation, gimple_assign_lhs(assignment), NULL_TREE};
    if ((!is_ssa || gimple_vuse(assignment)) && is_memory(gimple_assign_rhs1(assignment)))
      return {load_operation, gimple_assign_rhs1(assignment), NULL_TREE};
    // Integer additions and multiplications are ignored, because addresses and counters need any number of them.
    switch (gimple_assign_rhs_code(assignment)) {
    case RDIV_EXPR:
    case TRUNC_DIV_EXPR:
    case TRUNC_MOD_EXPR:
    case BIT_AND_EXPR:
    case BIT_IOR_EXPR:
    case BIT_XOR_EXPR: return {gimple_assign_rhs_code(assignment), NULL_TREE, NULL_TREE};
    case PLUS_EXPR:
    case MINUS_EXPR:
    case MULT_EXPR:
      return {FLOAT_TYPE_P(TREE_TYPE(gimple_assign_lhs(assignment))) ? gimple_assign_rhs_code(assignment) : 0,
              NULL_TREE, NULL_TREE};
    default: return {};
    }
  }
  if (gcall *call = dyn_cast<gcall *>(statement)) {
    if (gimple_call_internal_p(call, IFN_MASK_LOAD))
      return {load_operation, NULL_TREE, gimple_call_arg(call, 0)};
    if (gimple_call_internal_p(call, IFN_MASK_STORE))
      return {store_operation, NULL_TREE, gimple_call_arg(call, 0)};
    return {gimple_call_internal_p(call) ? 0 : static_cast<int>(CALL_EXPR), NULL_TREE, NULL_TREE};
  }
  return {gimple_code(statement) == GIMPLE_COND ? test_operation : 0, NULL_TREE, NULL_TREE};
}

/// The step of the loop's counters. 0: no counter has a constant step; -1: the steps differ.
HOST_WIDE_INT counter_step(const class loop *loop, bool of_vectors, GimpleSteps &steps) {
  HOST_WIDE_INT found = 0;
  for (gphi_iterator i = gsi_start_phis(loop->header); !gsi_end_p(i); gsi_next(&i)) {
    const tree type = TREE_TYPE(gimple_phi_result(i.phi()));
    if (of_vectors ? !VECTOR_INTEGER_TYPE_P(type) : !INTEGRAL_TYPE_P(type))
      continue;
    const Step step = steps.of_counter(i.phi());
    if (!step.is_known || step.value == 0)
      continue;
    const HOST_WIDE_INT size = step.value < 0 ? -step.value : step.value;
    if (found != 0 && found != size)
      return -1;
    found = size;
  }
  return found;
}

template <class Visit> void for_each_loop(Visit visit) {
  for (unsigned i = 1; i < vec_safe_length(current_loops->larray); ++i)
    if (const class loop *loop = (*current_loops->larray)[i])
      visit(loop);
}

/// Whether the compiler's table of loops is up to date. Otherwise notes about loops would be useless.
bool has_loops() { return current_loops != nullptr && !loops_state_satisfies_p(LOOPS_NEED_FIXUP); }

} // namespace

bool IterationSteps::is_about_current() const { return is_known_ && has_loops() && DECL_UID(cfun->decl) == function_; }

void IterationSteps::note_written(gimple_seq body) {
  walk_stmt_info info{};
  info.info = this;
  const auto visit = [](gimple_stmt_iterator *at, bool *, walk_stmt_info *walk) -> tree {
    gimple *statement = gsi_stmt(*at);
    if (const Operation operation = operation_of(statement, false); operation.code != 0)
      ++static_cast<IterationSteps *>(walk->info)->written_[{plain(gimple_location(statement)), operation.code}];
    return NULL_TREE;
  };
  walk_gimple_seq(body, visit, nullptr, &info);
}

/// Whether the operation occurs at most as often as the front end wrote it (invariant operations have been moved out of
/// the loop). "Once" needs no check, because in most languages each operation has a place of its own.
bool IterationSteps::is_as_written(const Key &key, const Use &use) const {
  if (use.count <= 1)
    return use.count == 1;
  const auto written = written_.find({key.place, key.operation});
  return written != written_.end() && use.count <= written->second;
}

template <class IsWanted>
std::map<int, IterationSteps::Uses> IterationSteps::uses_by_number(InlineContexts &contexts, IsWanted is_wanted) {
  std::map<int, Uses> uses;
  std::unordered_map<const class loop *, GimpleSteps> steps;
  basic_block block = nullptr;
  FOR_EACH_BB_FN(block, cfun) {
    const class loop *loop = block->loop_father;
    if (loop == nullptr || loop_outer(loop) == nullptr)
      continue;
    GimpleSteps &of_loop = steps.emplace(loop, GimpleSteps(loop)).first->second;
    for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i)) {
      gimple *statement = gsi_stmt(i);
      const Operation operation = operation_of(statement);
      const location_t location = gimple_location(statement);
      if (operation.code == 0 || plain(location) <= BUILTINS_LOCATION || !is_wanted(location))
        continue;
      Use &use = uses[loop->num][{plain(location), contexts.of(location), operation.code}];
      Step step;
      if (operation.reference != NULL_TREE)
        step = of_loop.of_address(operation.reference);
      else if (operation.pointer != NULL_TREE)
        step = of_loop.of_value(operation.pointer);
      use.is_mixed |= use.count > 0 && (use.has_step != step.is_known || use.step != step.value);
      use.has_step = step.is_known;
      use.step = step.value;
      use.location = location;
      ++use.count;
    }
  }
  return uses;
}

std::map<int, IterationSteps::Uses> IterationSteps::uses_known_from_start(InlineContexts &contexts) const {
  contexts.forget_blocks();
  return uses_by_number(contexts, [this](location_t location) { return places_.count(plain(location)) != 0; });
}

void IterationSteps::start(LoopExtents &extents, InlineContexts &contexts, const std::vector<bool> &wanted) {
  start_.clear();
  places_.clear();
  counter_at_start_.clear();
  by_vector_counter_.clear();
  vectorised_.clear();
  last_.clear();
  unrolled_.clear();
  function_ = DECL_UID(cfun->decl);
  is_known_ = has_loops();
  if (!is_known_)
    return;
  contexts.forget_blocks();
  SourceLoops sources(extents, contexts);
  const std::map<int, Uses> by_number = uses_by_number(contexts, [&](location_t location) {
    const std::vector<LoopCopy> &around = sources.around(location);
    return std::any_of(around.begin(), around.end(), [&wanted](const LoopCopy &copy) { return wanted[copy.extent]; });
  });
  for (const auto &entry : by_number) {
    const class loop *loop = get_loop(cfun, entry.first);
    GimpleSteps steps(loop);
    counter_at_start_[loop->num] = counter_step(loop, false, steps);
    add_to_start(entry.second, steps.does_several());
  }
  for (auto &entry : start_) {
    entry.second.loop = sources.around(entry.second.location).front();
    places_.insert(entry.first.place);
  }
  is_known_ = !start_.empty();
}

void IterationSteps::add_to_start(const Uses &uses, bool is_several) {
  for (const auto &entry : uses) {
    const auto inserted = start_.insert(entry);
    Use &known = inserted.first->second;
    if (!inserted.second) {
      known.is_mixed |=
          entry.second.is_mixed || known.has_step != entry.second.has_step || known.step != entry.second.step;
      known.count = std::max(known.count, entry.second.count);
    }
    if (is_several) {
      known.is_mixed = true;
      known.count = 0;
    }
  }
}

void IterationSteps::note_joined(InlineContexts &contexts) {
  if (!is_about_current())
    return;
  for (const auto &loop : uses_known_from_start(contexts))
    for (const auto &entry : loop.second) {
      const auto known = start_.find(entry.first);
      if (known != start_.end())
        known->second.count = std::max(known->second.count, entry.second.count);
    }
}

void IterationSteps::note_vectorised(InlineContexts &contexts) {
  vectorised_.clear();
  if (!is_about_current())
    return;
  vectorised_ = uses_known_from_start(contexts);
  for_each_loop([this](const class loop *loop) {
    const auto before = counter_at_start_.find(loop->num);
    if (before == counter_at_start_.end())
      return;
    GimpleSteps steps(loop);
    const HOST_WIDE_INT now = counter_step(loop, true, steps);
    if (before->second < 1 || now < 1 || now % before->second != 0)
      return;
    if (now / before->second <= most_iterations)
      by_vector_counter_[loop->num] = static_cast<int>(now / before->second);
  });
}

void IterationSteps::note_last(InlineContexts &contexts) {
  last_.clear();
  if (!is_about_current())
    return;
  last_ = uses_known_from_start(contexts);
}

/// The factor according to the memory accesses of the source loop itself. Accesses of inner loops, which may have been
/// unrolled into it, had their steps in those loops. 0: unknown; -1: contradictory.
HOST_WIDE_INT IterationSteps::factor_by_steps(const Uses &uses, const LoopCopy &source, HOST_WIDE_INT factor) const {
  for (const auto &entry : uses) {
    const auto before = start_.find(entry.first);
    if (before == start_.end() || !(before->second.loop == source))
      continue;
    const Use &then = before->second;
    const Use &now = entry.second;
    if (then.is_mixed || now.is_mixed || !then.has_step || !now.has_step || then.step == 0)
      continue;
    const HOST_WIDE_INT own = now.step % then.step == 0 ? now.step / then.step : 0;
    if (own < 1 || own > most_iterations || (factor != 0 && factor != own))
      return -1;
    factor = own;
  }
  return factor;
}

/// `by_counters`: the factor according to counters, 0 if unknown.
int IterationSteps::factor_of(const Uses &uses, const LoopCopy &source, int by_counters, bool is_vectorised) const {
  HOST_WIDE_INT factor = factor_by_steps(uses, source, by_counters);
  if (factor < 0)
    return 0;
  bool is_familiar = false;
  int most_copies = 0; // highest number of copies of an operation, relative to its occurrences at the start
  for (const auto &entry : uses) {
    const auto before = start_.find(entry.first);
    if (before == start_.end() || !(before->second.loop == source))
      continue;
    // An operation that occurred several times at the start had been copied already, perhaps because several iterations
    // had been combined.
    const bool is_whole = is_as_written(entry.first, before->second);
    if (!is_whole && entry.first.operation != test_operation)
      return 0;
    if (!is_whole)
      continue;
    is_familiar = true;
    // The vectoriser splits some accesses.
    const bool is_access = entry.first.operation == load_operation || entry.first.operation == store_operation;
    if (!(is_vectorised && is_access))
      most_copies = std::max(most_copies, (entry.second.count + before->second.count - 1) / before->second.count);
  }
  // No access has a step, as in a traversal of a list. If the loop was not vectorised and no operation was duplicated,
  // it is unchanged.
  if (factor == 0 && !is_vectorised && is_familiar)
    factor = 1;
  return most_copies <= factor ? static_cast<int>(factor) : 0;
}

/// The factor right after the vectoriser, unless a later pass copied the loop's operations. 0: unknown.
int IterationSteps::factor_since_vectorised(int number, const LoopCopy &source, int by_counters) const {
  const auto then = vectorised_.find(number);
  const auto now = last_.find(number);
  if (then == vectorised_.end() || now == last_.end())
    return 0;
  for (const auto &entry : now->second) {
    const auto before = then->second.find(entry.first);
    if (before == then->second.end() || entry.second.count > before->second.count)
      return 0;
  }
  return factor_of(then->second, source, by_counters, true);
}

void IterationSteps::note_unrolled() {
  unrolled_.clear();
  if (!is_about_current())
    return;
  for_each_loop([this](const class loop *loop) {
    const bool is_unrolled = loop->lpt_decision.decision != LPT_NONE;
    unrolled_[loop->num] = is_unrolled ? static_cast<int>(loop->lpt_decision.times) + 1 : 1;
  });
}

int IterationSteps::of_loop(int number, const LoopCopy &source, bool is_vectorised) const {
  const auto uses = last_.find(number);
  const auto unrolled = unrolled_.find(number);
  if (unrolled == unrolled_.end() || unrolled->second > most_iterations)
    return 0;
  const auto counter = by_vector_counter_.find(number);
  const int by_counters = is_vectorised && counter != by_vector_counter_.end() ? counter->second : 0;
  int factor = factor_of(uses != last_.end() ? uses->second : Uses(), source, by_counters, is_vectorised);
  if (factor == 0 && is_vectorised)
    factor = factor_since_vectorised(number, source, by_counters);
  return factor * unrolled->second;
}

} // namespace osaca::gcc
