// SPDX-License-Identifier: GPL-3.0-or-later
#include "gimple/loop_origins.h"

namespace osaca::gcc {

namespace {

bool knows_loops() { return current_loops != nullptr && !loops_state_satisfies_p(LOOPS_NEED_FIXUP); }

bool is_innermost(const class loop *loop) {
  return loop != nullptr && loop_outer(loop) != nullptr && loop->inner == nullptr;
}

int word_of(gimple *statement) {
  constexpr int first_operation = 1 << 8; // kinds of statements are below
  const int kind = static_cast<int>(gimple_code(statement));
  return is_gimple_assign(statement) ? first_operation + static_cast<int>(gimple_assign_rhs_code(statement)) : kind;
}

/// Visits the variables, and the values that are computed outside of the loop, in an operand.
template <class Visit> void visit_outside(tree operand, const class loop *loop, Visit visit) {
  if (operand == NULL_TREE)
    return;
  if (TREE_CODE(operand) == SSA_NAME) {
    const basic_block block = gimple_bb(SSA_NAME_DEF_STMT(operand));
    if (block == nullptr || !flow_bb_inside_loop_p(loop, block))
      visit(operand);
    return;
  }
  if (DECL_P(operand))
    return visit(operand);
  if (!EXPR_P(operand))
    return;
  for (int i = 0; i < TREE_OPERAND_LENGTH(operand); ++i)
    visit_outside(TREE_OPERAND(operand, i), loop, visit);
}

} // namespace

std::map<int, LoopOrigins::Contents> LoopOrigins::contents_by_number() {
  std::map<int, Contents> by_number;
  basic_block block = nullptr;
  FOR_EACH_BB_FN(block, cfun) {
    const class loop *loop = block->loop_father;
    if (!is_innermost(loop))
      continue;
    Contents &contents = by_number[loop->num];
    for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i)) {
      gimple *statement = gsi_stmt(i);
      if (is_gimple_debug(statement) || gimple_code(statement) == GIMPLE_LABEL)
        continue;
      const int operation = word_of(statement);
      ++contents[{operation, NULL_TREE}];
      for (unsigned operand = 0; operand < gimple_num_ops(statement); ++operand)
        visit_outside(gimple_op(statement, operand), loop, [&](tree value) { ++contents[{operation, value}]; });
    }
  }
  return by_number;
}

void LoopOrigins::start() {
  variants_.clear();
  by_number_.clear();
  function_ = DECL_UID(cfun->decl);
  budget_ = 10'000'000; // less than a second
  if (!knows_loops())
    return;
  std::map<int, Contents> contents = contents_by_number();
  basic_block block = nullptr;
  FOR_EACH_BB_FN(block, cfun) {
    const class loop *loop = block->loop_father;
    if (!is_innermost(loop) || loop->header != block)
      continue;
    const int origin = static_cast<int>(by_number_.size()) + 1;
    by_number_[loop->num] = origin;
    variants_.push_back({origin, std::move(contents[loop->num])});
  }
}

/// The origin of the only most similar variant; 0: they have nothing in common, or several are equally similar. In
/// functions with thousands of loops, some origins remain unknown.
int LoopOrigins::most_similar(const Contents &contents) {
  int most = 0;
  int found = 0;
  for (const Variant &variant : variants_) {
    const size_t words = contents.size() + variant.contents.size();
    if (words > budget_)
      return 0;
    budget_ -= words;
    int common = 0;
    int different = 0;
    for (const auto &[word, count] : contents) {
      const auto known = variant.contents.find(word);
      const int other = known == variant.contents.end() ? 0 : known->second;
      common += std::min(count, other);
    }
    for (const auto &entry : variant.contents)
      different += entry.second;
    different -= common; // what the copy lacks
    const int score = std::max(0, 2 * common - different);
    if (score > most) {
      most = score;
      found = variant.origin;
    } else if (score == most && variant.origin != found) {
      found = 0;
    }
  }
  return found;
}

void LoopOrigins::note_copies() {
  if (variants_.empty() || !knows_loops() || DECL_UID(cfun->decl) != function_)
    return;
  std::vector<Variant> now;
  for (auto &[number, contents] : contents_by_number()) {
    const auto known = by_number_.find(number);
    const int origin = known != by_number_.end() ? known->second : most_similar(contents);
    if (origin == 0)
      continue;
    by_number_[number] = origin;
    now.push_back({origin, std::move(contents)});
  }
  std::move(now.begin(), now.end(), std::back_inserter(variants_));
}

int LoopOrigins::of(int number) const {
  const auto known = by_number_.find(number);
  return DECL_UID(cfun->decl) == function_ && known != by_number_.end() ? known->second : 0;
}

} // namespace osaca::gcc
