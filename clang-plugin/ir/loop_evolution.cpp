// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/loop_evolution.h"

#include "ir/loop_metadata.h"

namespace osaca::clang_plugin {

std::int64_t step_of(llvm::Value *value, const llvm::Loop &loop, llvm::ScalarEvolution &evolution) {
  if (!evolution.isSCEVable(value->getType()))
    return 0;
  const auto *recurrence = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution.getSCEV(value));
  if (recurrence == nullptr || recurrence->getLoop() != &loop || !recurrence->isAffine())
    return 0;
  const auto *step = llvm::dyn_cast<llvm::SCEVConstant>(recurrence->getStepRecurrence(evolution));
  if (step == nullptr || step->getAPInt().getBitWidth() > 64)
    return 0;
  return step->getAPInt().getSExtValue();
}

llvm::Value *address_in(llvm::Instruction &instruction) {
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return load->getPointerOperand();
  if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return store->getPointerOperand();
  return nullptr;
}

std::set<std::int64_t> counters_of(const llvm::Loop &loop, llvm::ScalarEvolution &evolution) {
  std::set<std::int64_t> steps;
  for (llvm::PHINode &phi : loop.getHeader()->phis())
    if (phi.getType()->isIntegerTy())
      if (const std::int64_t step = step_of(&phi, loop, evolution))
        steps.insert(std::abs(step));
  return steps;
}

namespace {

/// The optimiser adds this to a loop whose first iterations it has peeled off.
constexpr const char *peeled = "llvm.loop.peeled.count";

long trip_count(const llvm::Loop &loop, llvm::ScalarEvolution &evolution) {
  const llvm::MDNode *id = loop.getLoopID();
  if (!loop.isRotatedForm() || (id != nullptr && has_property(*id, peeled)))
    return 0;
  return capture::known_number(static_cast<long>(evolution.getSmallConstantTripCount(&loop)));
}

/// By how much the address of an access advances per iteration of the enclosing loop. Empty: not constant, or it also
/// depends on a third loop.
std::optional<std::int64_t> row_of(llvm::Value *address, const llvm::Loop &loop, llvm::ScalarEvolution &evolution) {
  const llvm::Loop *around = loop.getParentLoop();
  const auto *inner = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution.getSCEV(address));
  if (inner == nullptr || inner->getLoop() != &loop || step_of(address, loop, evolution) == 0)
    return std::nullopt;
  const llvm::SCEV *start = inner->getStart();
  const auto *outer = llvm::dyn_cast<llvm::SCEVAddRecExpr>(start);
  std::int64_t row = 0;
  if (outer != nullptr && outer->getLoop() == around && outer->isAffine()) {
    const auto *step = llvm::dyn_cast<llvm::SCEVConstant>(outer->getStepRecurrence(evolution));
    if (step == nullptr || step->getAPInt().getBitWidth() > 64)
      return std::nullopt;
    row = std::abs(step->getAPInt().getSExtValue());
    start = outer->getStart();
  }
  const llvm::Loop *outermost = around->getParentLoop() != nullptr ? around->getParentLoop() : around;
  return evolution.isLoopInvariant(start, outermost) ? std::optional(row) : std::nullopt;
}

/// How an iteration of the enclosing loop changes the addresses that advance in the inner loop.
struct OuterMoves {
  std::int64_t row = 0; ///< distance by which it moves them; 0: it does not move them
  bool moves_all = true;
  bool there_are_some = false;
};

std::optional<OuterMoves> outer_moves(const llvm::Loop &loop, llvm::ScalarEvolution &evolution) {
  for (const std::int64_t step : counters_of(*loop.getParentLoop(), evolution))
    if (step != 1) // its iterations may be several rows apart
      return std::nullopt;
  OuterMoves moves;
  for (llvm::BasicBlock *block : loop.blocks())
    for (llvm::Instruction &instruction : *block) {
      llvm::Value *address = address_in(instruction);
      if (address == nullptr || evolution.isLoopInvariant(evolution.getSCEV(address), &loop))
        continue;
      const std::optional<std::int64_t> own = row_of(address, loop, evolution);
      if (!own || (*own != 0 && moves.row != 0 && moves.row != *own))
        return std::nullopt;
      moves.row = *own != 0 ? *own : moves.row;
      moves.moves_all = moves.moves_all && *own != 0;
      moves.there_are_some = true;
    }
  return moves;
}

/// Whether every iteration of the enclosing loop runs the loop.
bool runs_each_time(const llvm::Loop &loop, const llvm::Loop &around, const llvm::DominatorTree &tree) {
  return around.getLoopLatch() != nullptr && tree.dominates(loop.getHeader(), around.getLoopLatch());
}

capture::LoopNest nest_of(const llvm::Loop &loop, FreshEvolution &fresh) {
  capture::LoopNest nest;
  nest.trip_count = trip_count(loop, fresh.evolution());
  const llvm::Loop *around = loop.getParentLoop();
  if (around == nullptr || !loop.getSubLoops().empty())
    return nest;
  const std::optional<OuterMoves> moves = outer_moves(loop, fresh.evolution());
  if (!moves)
    return nest;
  nest.row_bytes = capture::known_number(static_cast<long>(moves->row));
  if (!moves->there_are_some || nest.trip_count == 0 || !runs_each_time(loop, *around, fresh.tree()))
    return nest;
  if (moves->row == 0)
    nest.sweeps = trip_count(*around, fresh.evolution());
  else if (moves->moves_all)
    nest.rows = trip_count(*around, fresh.evolution());
  const llvm::Loop *third = around->getParentLoop();
  if (nest.rows != 0 && third != nullptr && runs_each_time(*around, *third, fresh.tree()))
    nest.sweeps = trip_count(*third, fresh.evolution());
  return nest;
}

} // namespace

void LoopNests::note(const llvm::Loop &loop, int extent, FreshEvolution &fresh) {
  const capture::LoopNest nest = nest_of(loop, fresh);
  const auto inserted = nests_.try_emplace(extent, nest);
  inserted.first->second = capture::agreed(inserted.first->second, nest);
}

capture::LoopNest LoopNests::of(int extent) const {
  const auto known = nests_.find(extent);
  return known != nests_.end() ? known->second : capture::LoopNest();
}

namespace {

/// More than any compiler unrolls.
constexpr std::int64_t most_iterations = 4096;

bool is_anchor(const llvm::Instruction &instruction) {
  if (llvm::isa<llvm::LoadInst, llvm::StoreInst>(instruction))
    return true;
  return llvm::isa<llvm::CallBase>(instruction) && !llvm::isa<llvm::IntrinsicInst>(instruction);
}

template <class Visit> void for_each_own_instruction(const llvm::Loop &loop, Visit visit) {
  for (llvm::BasicBlock *block : loop.blocks()) {
    const bool is_in_inner =
        llvm::any_of(loop.getSubLoops(), [block](const llvm::Loop *inner) { return inner->contains(block); });
    if (is_in_inner)
      continue;
    for (llvm::Instruction &instruction : *block)
      visit(instruction);
  }
}

std::optional<std::int64_t> ratio(std::int64_t after, std::int64_t before) {
  if (before == 0 || after % before != 0 || after / before < 1 || after / before > most_iterations)
    return std::nullopt;
  return after / before;
}

} // namespace

void IterationSteps::note_loop(const llvm::Loop &loop, int extent, llvm::ScalarEvolution &evolution) {
  for_each_own_instruction(loop, [&](llvm::Instruction &instruction) {
    const llvm::DILocation *location = instruction.getDebugLoc();
    if (!is_anchor(instruction) || location == nullptr)
      return;
    llvm::Value *address = address_in(instruction);
    const std::int64_t step = address != nullptr ? step_of(address, loop, evolution) : 0;
    Access &access = accesses_[{location, instruction.getOpcode()}];
    access.is_ambiguous |= access.count > 0 && (access.step_bytes != step || access.extent != extent);
    access.extent = extent;
    access.step_bytes = step;
    ++access.count;
  });
  const Counters steps = counters_of(loop, evolution);
  counters_[extent].insert(steps.begin(), steps.end());
}

/// The ratio of the steps of memory accesses. std::nullopt: they contradict each other; 0: there are none.
std::optional<std::int64_t> IterationSteps::by_accesses(const llvm::Loop &loop, int extent,
                                                        llvm::ScalarEvolution &evolution) const {
  std::optional<std::int64_t> factor = 0;
  for_each_own_instruction(loop, [&](llvm::Instruction &instruction) {
    llvm::Value *address = address_in(instruction);
    const auto known = accesses_.find({instruction.getDebugLoc(), instruction.getOpcode()});
    if (address == nullptr || known == accesses_.end() || known->second.is_ambiguous ||
        known->second.extent != extent || known->second.step_bytes == 0)
      return;
    const std::int64_t step = step_of(address, loop, evolution);
    if (step == 0)
      return;
    const std::optional<std::int64_t> own = ratio(step, known->second.step_bytes);
    if (!own || (factor && *factor != 0 && *factor != *own))
      factor = std::nullopt;
    else if (factor)
      factor = own;
  });
  return factor;
}

std::optional<std::int64_t> IterationSteps::by_counters(const llvm::Loop &loop, int extent, bool is_vectorised,
                                                        llvm::ScalarEvolution &evolution) const {
  const Counters now = counters_of(loop, evolution);
  if (now.size() != 1)
    return 0;
  // The vectoriser's own counter counts iterations, whatever the step of the source's counter is.
  if (is_vectorised)
    return *now.begin();
  const auto before = counters_.find(extent);
  if (before == counters_.end() || before->second.size() != 1)
    return 0;
  return ratio(*now.begin(), *before->second.begin());
}

/// A loop that traverses a list has no steps. It is unchanged if none of its operations was duplicated or widened.
bool IterationSteps::is_untouched(const llvm::Loop &loop, int extent) const {
  std::map<Key, unsigned> counts;
  bool is_known = false;
  bool is_same = true;
  for_each_own_instruction(loop, [&](llvm::Instruction &instruction) {
    if (!is_anchor(instruction))
      return;
    const auto known = accesses_.find({instruction.getDebugLoc(), instruction.getOpcode()});
    if (known == accesses_.end() || known->second.extent != extent)
      return;
    is_known = true;
    is_same &= ++counts[known->first] <= known->second.count;
  });
  return is_known && is_same;
}

int IterationSteps::iterations_per_turn(const llvm::Loop &loop, int extent, bool is_vectorised,
                                        llvm::ScalarEvolution &evolution) const {
  const std::optional<std::int64_t> accesses = by_accesses(loop, extent, evolution);
  const std::optional<std::int64_t> counters = by_counters(loop, extent, is_vectorised, evolution);
  if (!accesses || !counters || (*accesses != 0 && *counters != 0 && *accesses != *counters))
    return 0;
  const std::int64_t factor = *accesses != 0 ? *accesses : *counters;
  if (factor == 0)
    return !is_vectorised && is_untouched(loop, extent) ? 1 : 0;
  return factor <= most_iterations ? static_cast<int>(factor) : 0;
}

} // namespace osaca::clang_plugin
