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

/// By how much the address of an access moves on with the loop around; empty: not by a constant, or with a third loop, too.
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

/// 0: unknown, or they contradict each other.
long row_bytes(const llvm::Loop &loop, llvm::ScalarEvolution &evolution) {
  const llvm::Loop *around = loop.getParentLoop();
  if (around == nullptr || !loop.getSubLoops().empty())
    return 0;
  for (const std::int64_t step : counters_of(*around, evolution))
    if (step != 1) // its iterations may lie several rows apart
      return 0;
  std::int64_t row = 0;
  for (llvm::BasicBlock *block : loop.blocks())
    for (llvm::Instruction &instruction : *block) {
      llvm::Value *address = address_in(instruction);
      if (address == nullptr || evolution.isLoopInvariant(evolution.getSCEV(address), &loop))
        continue;
      const std::optional<std::int64_t> own = row_of(address, loop, evolution);
      if (!own || (*own != 0 && row != 0 && row != *own))
        return 0;
      row = *own != 0 ? *own : row;
    }
  return capture::known_number(row);
}

} // namespace

void LoopNests::note(const llvm::Loop &loop, int extent, llvm::ScalarEvolution &evolution) {
  const capture::LoopNest nest = {trip_count(loop, evolution), row_bytes(loop, evolution)};
  const auto inserted = nests_.try_emplace(extent, nest);
  capture::LoopNest &known = inserted.first->second;
  if (known.trip_count != nest.trip_count)
    known.trip_count = 0;
  if (known.row_bytes != nest.row_bytes)
    known.row_bytes = 0;
}

capture::LoopNest LoopNests::of(int extent) const {
  const auto known = nests_.find(extent);
  return known != nests_.end() ? known->second : capture::LoopNest();
}

} // namespace osaca::clang_plugin
