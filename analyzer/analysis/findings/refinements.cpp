#include "analysis/findings/refinements.h"

#include "analysis/findings/operation_table.h"

#include <algorithm>
#include <array>
#include <set>

namespace osaca {
namespace {

/// The longest way through a step: with x the estimate for 1/sqrt(a), a*x, (a*x)*x, that minus 3, times x/2.
constexpr int most_steps = 4;

bool estimates(const Instruction &instruction) {
  std::string_view name = instruction.mnemonic;
  if (name.starts_with('v'))
    name.remove_prefix(1);
  constexpr std::array names = {"rcpps", "rcpss", "rsqrtps", "rsqrtss"};
  return name.starts_with("rcp14") || name.starts_with("rcp28") || name.starts_with("rsqrt14") ||
         name.starts_with("rsqrt28") || std::ranges::find(names, name) != names.end() || name == "frecpe" ||
         name == "frsqrte";
}

bool may_refine(const Instruction &instruction) {
  const std::string_view name = instruction.mnemonic;
  if (name == "frecps" || name == "frsqrts")
    return true;
  return (has_packed_form(instruction.opcode) || is_packed_arithmetic(instruction.opcode)) &&
         name.find("div") == std::string_view::npos && name.find("sqrt") == std::string_view::npos &&
         name.find("min") == std::string_view::npos && name.find("max") == std::string_view::npos;
}

/// What each instruction uses of the same iteration, as instructions.
std::vector<std::set<int>> sources_of(const KernelFacts &facts) {
  std::vector<std::set<int>> sources(facts.code.instructions.size());
  for (const Dependency &edge : facts.graph.edges) {
    const int from = facts.graph.nodes[edge.from].instruction;
    const int to = facts.graph.nodes[edge.to].instruction;
    const bool is_value = edge.kind == DependencyKind::reg && edge.via.part == PassedThrough::Part::reg;
    if (from != to && edge.distance == 0 && is_value)
      sources[at(to)].insert(from);
  }
  return sources;
}

/// Whether it works only with what the step is made of: the estimate, what was made of that, what was estimated, and
/// what does not change in the loop.
bool belongs(const std::set<int> &sources, const std::set<int> &step, const std::set<int> &argument) {
  const auto is_known = [&](int source) { return step.count(source) != 0 || argument.count(source) != 0; };
  return std::ranges::any_of(sources, [&](int source) { return step.count(source) != 0; }) &&
         std::ranges::all_of(sources, is_known);
}

} // namespace

std::vector<bool> refinements(const KernelFacts &facts) {
  const int count = static_cast<int>(facts.code.instructions.size());
  std::vector<bool> refines(facts.code.instructions.size(), false);
  std::vector<std::set<int>> sources; // once something is estimated
  for (int estimate = 0; estimate < count; ++estimate) {
    if (!estimates(instruction_at(facts, estimate)))
      continue;
    if (sources.empty())
      sources = sources_of(facts);
    const std::set<int> &argument = sources[at(estimate)];
    std::set<int> step = {estimate};
    std::vector<int> length(facts.code.instructions.size(), 0);
    for (int i = estimate + 1; i < count; ++i) {
      if (!may_refine(instruction_at(facts, i)) || !belongs(sources[at(i)], step, argument))
        continue;
      for (const int source : sources[at(i)])
        length[at(i)] = std::max(length[at(i)], length[at(source)] + 1);
      if (length[at(i)] > most_steps)
        continue;
      step.insert(i);
    }
    if (step.size() < 3) // an estimate that is used as it is
      continue;
    step.erase(estimate);
    for (const int i : step)
      refines[at(i)] = true;
  }
  return refines;
}

} // namespace osaca
