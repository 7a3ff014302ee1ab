// SPDX-License-Identifier: GPL-3.0-or-later
#include "gimple/loop_nests.h"

namespace osaca::gcc {

namespace {

constexpr HOST_WIDE_INT largest_number = HOST_WIDE_INT_1 << 50;

/// The only exit of a loop, which is tested at the end of every iteration.
struct LastTest {
  tree counter = NULL_TREE;
  HOST_WIDE_INT bound = 0;
  tree_code goes_on_while = ERROR_MARK;
  bool is_known = false;
};

bool get_number(tree value, HOST_WIDE_INT &number) {
  if (TREE_CODE(value) != INTEGER_CST || !tree_fits_shwi_p(value))
    return false;
  number = tree_to_shwi(value);
  return number < largest_number && number > -largest_number;
}

edge only_exit(const class loop *loop) {
  edge found = nullptr;
  basic_block block = nullptr;
  FOR_EACH_BB_FN(block, cfun) {
    if (!flow_bb_inside_loop_p(loop, block))
      continue;
    edge out = nullptr;
    edge_iterator i;
    FOR_EACH_EDGE(out, i, block->succs) {
      if (flow_bb_inside_loop_p(loop, out->dest))
        continue;
      if (found != nullptr)
        return nullptr;
      found = out;
    }
  }
  return found;
}

bool is_empty(basic_block block) {
  for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i))
    if (!is_gimple_debug(gsi_stmt(i)) && gimple_code(gsi_stmt(i)) != GIMPLE_LABEL)
      return false;
  return true;
}

LastTest last_test(const class loop *loop) {
  const edge exit = only_exit(loop);
  if (exit == nullptr || loop->latch == nullptr || gsi_end_p(gsi_last_bb(exit->src)))
    return {};
  const bool is_last = exit->src == loop->latch ||
                       (single_pred_p(loop->latch) && single_pred(loop->latch) == exit->src && is_empty(loop->latch));
  gcond *test = dyn_cast<gcond *>(gsi_stmt(gsi_last_bb(exit->src)));
  LastTest last;
  if (!is_last || test == nullptr || !get_number(gimple_cond_rhs(test), last.bound))
    return {};
  last.counter = gimple_cond_lhs(test);
  last.goes_on_while = gimple_cond_code(test);
  if ((exit->flags & EDGE_TRUE_VALUE) != 0)
    last.goes_on_while = invert_tree_comparison(last.goes_on_while, false);
  last.is_known = TREE_CODE(last.counter) == SSA_NAME && INTEGRAL_TYPE_P(TREE_TYPE(last.counter));
  return last;
}

/// The number of tests until the loop ends. `first`: the counter's value at the first test. 0: the loop never ends in
/// this way.
HOST_WIDE_INT tests_until_end(const LastTest &test, HOST_WIDE_INT first, HOST_WIDE_INT step) {
  const bool is_up = step > 0;
  const HOST_WIDE_INT size = is_up ? step : -step;
  HOST_WIDE_INT way = is_up ? test.bound - first : first - test.bound; // distance to the bound
  switch (test.goes_on_while) {
  case NE_EXPR: return way >= 0 && way % size == 0 ? way / size + 1 : 0;
  case LE_EXPR:
  case GE_EXPR: ++way; [[fallthrough]];
  case LT_EXPR:
  case GT_EXPR: {
    const bool asks_for_less = test.goes_on_while == LT_EXPR || test.goes_on_while == LE_EXPR;
    if (asks_for_less != is_up)
      return 0;
    return way <= 0 ? 1 : (way + size - 1) / size + 1;
  }
  default: return 0;
  }
}

/// Whether the counter reaches the value without overflow of its type.
bool fits(HOST_WIDE_INT last, tree type) {
  const unsigned bits = TYPE_PRECISION(type);
  if (TYPE_UNSIGNED(type) && last < 0)
    return false;
  if (bits >= 52)
    return true;
  const HOST_WIDE_INT end = HOST_WIDE_INT_1 << (TYPE_UNSIGNED(type) ? bits : bits - 1);
  return last < end && last >= -end;
}

long trip_count(const class loop *loop) {
  const LastTest test = last_test(loop);
  if (!test.is_known)
    return 0;
  GimpleSteps steps(loop);
  gimple *definition = SSA_NAME_DEF_STMT(test.counter);
  gphi *phi = dyn_cast<gphi *>(definition);
  bool is_next = false; // the tested value is that of the next iteration
  if (gassign *assignment = dyn_cast<gassign *>(definition)) {
    const tree counted = gimple_assign_rhs1(assignment);
    const tree_code code = gimple_assign_rhs_code(assignment);
    if ((code != PLUS_EXPR && code != MINUS_EXPR) || TREE_CODE(counted) != SSA_NAME)
      return 0;
    phi = dyn_cast<gphi *>(SSA_NAME_DEF_STMT(counted));
    is_next = true;
  }
  if (phi == nullptr || gimple_bb(phi) != loop->header || (is_next && steps.from_last_iteration(phi) != test.counter))
    return 0;
  const Step step = steps.of_counter(phi);
  const tree start = steps.at_start(phi);
  HOST_WIDE_INT first = 0;
  if (!step.is_known || step.value == 0 || start == NULL_TREE || !get_number(start, first))
    return 0;
  if (is_next)
    first += step.value;
  const HOST_WIDE_INT count = tests_until_end(test, first, step.value);
  return count > 0 && fits(first + (count - 1) * step.value, TREE_TYPE(test.counter)) ? capture::known_number(count)
                                                                                      : 0;
}

/// Whether a counter of the loop has a step other than one. Then consecutive iterations may be several rows apart.
bool counts_by_several(const class loop *loop) {
  GimpleSteps steps(loop);
  for (gphi_iterator i = gsi_start_phis(loop->header); !gsi_end_p(i); gsi_next(&i)) {
    if (!INTEGRAL_TYPE_P(TREE_TYPE(gimple_phi_result(i.phi()))))
      continue;
    const Step step = steps.of_counter(i.phi());
    if (step.is_known && (step.value > 1 || step.value < -1))
      return true;
  }
  return false;
}

bool is_access(tree operand) {
  if (operand == NULL_TREE)
    return false;
  while (handled_component_p(operand))
    operand = TREE_OPERAND(operand, 0);
  return TREE_CODE(operand) == MEM_REF || TREE_CODE(operand) == TARGET_MEM_REF || VAR_P(operand);
}

/// How an iteration of the enclosing loop changes the addresses that advance in the inner loop.
struct OuterMoves {
  bool is_known = false;
  HOST_WIDE_INT row = 0; ///< distance by which it moves them; 0: it does not move them
  bool moves_all = true;
  bool there_are_some = false;
};

OuterMoves outer_moves(const class loop *loop, const class loop *around, const class loop *third) {
  GimpleSteps own(loop);
  GimpleSteps of_around(around);
  GimpleSteps of_third(third != nullptr ? third : around);
  OuterMoves moves;
  basic_block block = nullptr;
  FOR_EACH_BB_FN(block, cfun) {
    if (block->loop_father != loop)
      continue;
    for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i)) {
      gimple *statement = gsi_stmt(i);
      if (!is_gimple_assign(statement) || !gimple_vuse(statement))
        continue;
      const tree reference = gimple_vdef(statement) ? gimple_assign_lhs(statement) : gimple_assign_rhs1(statement);
      if (!is_access(reference))
        continue;
      const Step step = own.of_address(reference);
      if (step.is_known && step.value == 0)
        continue;
      const Step outer = of_around.of_address(reference);
      const Step planes = third != nullptr ? of_third.of_address(reference) : Step{true, 0};
      const HOST_WIDE_INT size = outer.value < 0 ? -outer.value : outer.value;
      if (!step.is_known || !outer.is_known || !planes.is_known || planes.value != 0 ||
          (size != 0 && moves.row != 0 && moves.row != size))
        return {};
      moves.row = size != 0 ? size : moves.row;
      moves.moves_all = moves.moves_all && size != 0;
      moves.there_are_some = true;
    }
  }
  moves.is_known = true;
  return moves;
}

/// Whether every iteration of the enclosing loop runs the loop.
bool runs_each_time(const class loop *loop, const class loop *around) {
  if (around->latch == nullptr)
    return false;
  std::set<basic_block> reached = {loop->header, around->header};
  std::vector<basic_block> open = {around->header};
  while (!open.empty()) {
    const basic_block block = open.back();
    open.pop_back();
    if (block == around->latch)
      return false;
    edge out = nullptr;
    edge_iterator i;
    FOR_EACH_EDGE(out, i, block->succs)
    if (flow_bb_inside_loop_p(around, out->dest) && reached.insert(out->dest).second)
      open.push_back(out->dest);
  }
  return true;
}

capture::LoopNest nest_of(const class loop *loop) {
  capture::LoopNest nest;
  nest.trip_count = trip_count(loop);
  const class loop *around = loop_outer(loop);
  if (loop->inner != nullptr || around == nullptr || loop_outer(around) == nullptr || counts_by_several(around))
    return nest;
  const class loop *third = loop_outer(loop_outer(around)) != nullptr ? loop_outer(around) : nullptr;
  const OuterMoves moves = outer_moves(loop, around, third);
  if (!moves.is_known)
    return nest;
  nest.row_bytes = capture::known_number(moves.row);
  if (!moves.there_are_some || nest.trip_count == 0 || !runs_each_time(loop, around))
    return nest;
  if (moves.row == 0)
    nest.sweeps = trip_count(around);
  else if (moves.moves_all)
    nest.rows = trip_count(around);
  if (nest.rows != 0 && third != nullptr && runs_each_time(around, third))
    nest.sweeps = trip_count(third);
  return nest;
}

bool can_be_read() { return current_loops != nullptr && !loops_state_satisfies_p(LOOPS_NEED_FIXUP); }

std::map<int, capture::LoopNest> nests_now() {
  std::map<int, capture::LoopNest> nests;
  for (unsigned i = 1; i < vec_safe_length(current_loops->larray); ++i)
    if (const class loop *loop = (*current_loops->larray)[i]) {
      const capture::LoopNest nest = nest_of(loop);
      if (nest.trip_count != 0 || nest.row_bytes != 0)
        nests[loop->num] = nest;
    }
  return nests;
}

} // namespace

void LoopNests::note_first() {
  nests_ = can_be_read() ? nests_now() : std::map<int, capture::LoopNest>();
  function_ = DECL_UID(cfun->decl);
}

void LoopNests::note_again() {
  if (function_ != DECL_UID(cfun->decl) || nests_.empty() || !can_be_read()) {
    nests_.clear();
    return;
  }
  std::map<int, capture::LoopNest> now = nests_now();
  for (auto &entry : nests_)
    entry.second = capture::agreed(entry.second, now[entry.first]);
}

} // namespace osaca::gcc
