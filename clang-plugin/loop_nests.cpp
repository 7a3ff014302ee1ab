// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "loop_nests.h"

#include "loop_metadata.h"

namespace osaca::clang_plugin {
namespace {

/// What the optimiser writes at a loop whose first iterations it has put before it.
constexpr const char *peeled = "llvm.loop.peeled.count";

long trip_count(const llvm::Loop &loop, llvm::ScalarEvolution &evolution) {
  const llvm::MDNode *id = loop.getLoopID();
  if (!loop.isRotatedForm() || (id != nullptr && has_property(*id, peeled)))
    return 0;
  return capture::known_number(static_cast<long>(evolution.getSmallConstantTripCount(&loop)));
}

/// By how much the address of an access moves on with the loop around; empty: not by a constant, or with a third loop,
/// too.
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

/// What an iteration of the loop around does to the addresses of a loop that move in it.
struct OuterMoves {
  std::int64_t row = 0; ///< by which it moves them; 0: it moves none
  bool moves_all = true;
  bool there_are_some = false;
};

std::optional<OuterMoves> outer_moves(const llvm::Loop &loop, llvm::ScalarEvolution &evolution) {
  for (const std::int64_t step : counters_of(*loop.getParentLoop(), evolution))
    if (step != 1) // its iterations may lie several rows apart
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

/// Whether no iteration of the loop around leaves it out.
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

} // namespace osaca::clang_plugin
