#include "analysis/graph/kept_values.h"

#include "analysis/graph/components.h"

#include <string_view>

namespace osaca {
namespace {

/// Whether the result is a source operand, possibly extended to more bits.
bool only_passes_on(const Instruction &instruction) {
  const std::optional<RegisterUpdate> update = update_of(instruction);
  return is_conditional_move(instruction) || (update && update->constant == 0);
}

/// What a comparison decides is not computed from the compared values.
DependencyGraph without_flags(DependencyGraph graph) {
  std::erase_if(graph.edges, [](const Dependency &edge) { return edge.kind == DependencyKind::flag; });
  return graph;
}

} // namespace

bool is_conditional_move(const Instruction &instruction) {
  const std::string_view name = instruction.mnemonic;
  return name.starts_with("cmov") || name.starts_with("csel") || name.starts_with("fcsel");
}

KeptValues::KeptValues(const Kernel &code, const DependencyGraph &graph) : is_kept_(graph.nodes.size()) {
  const auto instruction_of = [&](NodeIndex node) -> const Instruction & {
    return code.instructions[at(graph.nodes[node].instruction)];
  };
  const DependencyGraph values = without_flags(graph);
  const Components components(values);
  std::vector<bool> comes_back(at(components.count()));
  std::vector<bool> is_changed(at(components.count()));
  for (const Dependency &edge : values.edges)
    if (const int component = components.of(edge); component >= 0)
      comes_back[at(component)] = true;
  for (const NodeIndex node : graph.nodes.indices())
    if (!only_passes_on(instruction_of(node)))
      is_changed[at(components.of(node))] = true;
  for (const NodeIndex node : graph.nodes.indices())
    is_kept_[node] = is_conditional_move(instruction_of(node)) && comes_back[at(components.of(node))] &&
                     !is_changed[at(components.of(node))];
}

} // namespace osaca
