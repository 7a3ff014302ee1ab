// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "iteration_steps.h"

namespace osaca::clang_plugin {
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

/// std::nullopt: they contradict each other; 0: there are none.
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
  // The vectoriser's own counter counts iterations, whatever step the source's has.
  if (is_vectorised)
    return *now.begin();
  const auto before = counters_.find(extent);
  if (before == counters_.end() || before->second.size() != 1)
    return 0;
  return ratio(*now.begin(), *before->second.begin());
}

/// A loop that walks a list has no steps; it still is as it was if nothing in it was doubled or widened.
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
