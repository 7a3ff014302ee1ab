#include "measure/harness/jump_directions.h"

#include "measure/harness/jump_conditions.h"

namespace osaca::measure {

JumpDirections jump_directions(const Kernel &loop, const std::vector<Step> &steps) {
  JumpDirections found;
  const std::size_t size = loop.instructions.size();
  for (std::size_t i = 0; i < size; ++i) {
    const Instruction &jump = loop.instructions[i];
    const auto own = jump.is_branch && jump.is_conditional ? jump_condition(jump.mnemonic) : std::nullopt;
    if (!own)
      continue;
    std::vector<std::uint64_t> flags;
    for (std::size_t step = i; step + size < steps.size(); step += size)
      flags.push_back(steps[step].flags);
    const bool is_taken = jump.is_taken || i + 1 == size;
    const std::optional<JumpCondition> chosen = condition_that_goes(is_taken, *own, flags);
    if (!chosen)
      ++found.undirected;
    else if (*chosen != *own)
      found.directed.emplace(i, jump_named(*chosen));
  }
  return found;
}

} // namespace osaca::measure
