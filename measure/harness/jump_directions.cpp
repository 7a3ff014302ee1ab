#include "measure/harness/loop_code.h"

#include <algorithm>
#include <array>
#include <map>

namespace osaca::measure {

namespace {

constexpr std::array<std::string_view, 16> condition_names = {"jo", "jno", "jb", "jae", "je", "jne", "jbe", "ja",
                                                              "js", "jns", "jp", "jnp", "jl", "jge", "jle", "jg"};

// Processors fuse conditions of zero and of signed order with everything that they fuse with conditions of unsigned
// order, and with more. Conditions of single flags are not fused with all comparisons.
constexpr std::array<JumpCondition, 10> usual_conditions = {4, 5, 12, 13, 14, 15, 2, 3, 6, 7};

bool is_usual(JumpCondition condition) {
  return std::ranges::find(usual_conditions, condition) != usual_conditions.end();
}

} // namespace

std::optional<JumpCondition> jump_condition(std::string_view mnemonic) {
  static const std::map<std::string_view, JumpCondition> others = {
      {"jc", 2},   {"jnae", 2}, {"jnc", 3},  {"jnb", 3},   {"jz", 4},   {"jnz", 5},  {"jna", 6},
      {"jnbe", 7}, {"jpe", 10}, {"jpo", 11}, {"jnge", 12}, {"jnl", 13}, {"jng", 14}, {"jnle", 15}};
  if (const auto *const own = std::ranges::find(condition_names, mnemonic); own != condition_names.end())
    return static_cast<JumpCondition>(own - condition_names.begin());
  const auto other = others.find(mnemonic);
  return other == others.end() ? std::nullopt : std::optional(other->second);
}

std::string jump_named(JumpCondition condition) { return std::string(condition_names.at(condition)); }

bool condition_holds(JumpCondition condition, std::uint64_t flags) {
  const bool carry = (flags & 0x1U) != 0;
  const bool parity = (flags & 0x4U) != 0;
  const bool zero = (flags & 0x40U) != 0;
  const bool sign = (flags & 0x80U) != 0;
  const bool overflow = (flags & 0x800U) != 0;
  const std::array<bool, 8> pairs = {
      overflow, carry, zero, carry || zero, sign, parity, sign != overflow, zero || sign != overflow};
  return pairs.at(condition / 2) != ((condition & 1U) != 0);
}

std::optional<JumpCondition> condition_for(bool is_taken, JumpCondition own, const std::vector<std::uint64_t> &flags) {
  const auto goes = [&](JumpCondition condition) {
    return std::ranges::all_of(flags, [&](std::uint64_t seen) { return condition_holds(condition, seen) == is_taken; });
  };
  for (const JumpCondition close : {own, own ^ 1U})
    if (goes(close))
      return close;
  if (!is_usual(own))
    return std::nullopt;
  const auto *const found = std::ranges::find_if(usual_conditions, goes);
  return found == usual_conditions.end() ? std::nullopt : std::optional(*found);
}

JumpDirections jump_directions(const Kernel &loop, const std::vector<CodeStep> &steps) {
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
    const std::optional<JumpCondition> chosen = condition_for(is_taken, *own, flags);
    if (!chosen)
      ++found.undirected;
    else if (*chosen != *own)
      found.directed.emplace(i, jump_named(*chosen));
  }
  return found;
}

} // namespace osaca::measure
