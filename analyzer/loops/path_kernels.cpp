#include "loops/region_kernels.h"

#include "base/format.h"
#include "base/index.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace osaca {

namespace {

constexpr std::size_t most_listed_decisions = 8;

/// Paths that together take fewer than one iteration in a hundred are ignored: errors and cold blocks.
constexpr double share_that_speaks = 0.99;

BranchDecision decision_of(const FlowGraph &graph, const Instruction &branch, FlowEdge::Kind kind, BlockIndex target) {
  const bool names_target = branch.is_branch && branch.is_conditional && !branch.branch_target.empty();
  if (names_target && kind != FlowEdge::Kind::indirect)
    return {kind == FlowEdge::Kind::falls ? BranchDecision::Kind::not_taken : BranchDecision::Kind::taken,
            branch.branch_target, branch.line};
  return {BranchDecision::Kind::goes_to, target.exists() ? graph.blocks[target].label : "", branch.line};
}

/// Keeps the last decisions, because when only some of many paths are listed, they differ there.
BranchesTaken branches_of(const ParsedUnit &unit, const FlowGraph &graph, const RouteGraph &routes, const PathSet &set,
                          const Path &path) {
  std::vector<std::size_t> decisions;
  for (std::size_t step = 0; step < path.nodes.size(); ++step)
    if (set.is_decision[path.nodes[step]])
      decisions.push_back(step);
  BranchesTaken taken;
  taken.earlier = decisions.size() > most_listed_decisions ? decisions.size() - most_listed_decisions : 0;
  for (std::size_t d = taken.earlier; d < decisions.size(); ++d) {
    const PathNodeIndex node = path.nodes[decisions[d]];
    const auto choice = at(path.choices[decisions[d]]);
    const BasicBlock &block = graph.blocks[routes.blocks[node]];
    const Instruction &branch = unit.instructions[at(unit.statements[graph.code[at(block.last)]].instruction)];
    const PathNodeIndex target = routes.paths.nodes[node].successors[choice];
    const BlockIndex end_block = routes.ends_at_entry ? routes.blocks[routes.paths.entry] : BlockIndex();
    taken.decisions.push_back(
        decision_of(graph, branch, routes.kinds[node][choice], target.exists() ? routes.blocks[target] : end_block));
  }
  return taken;
}

std::vector<StatementIndex> statements_of(const FlowGraph &graph, const RouteGraph &routes, const Path &path) {
  std::vector<StatementIndex> statements;
  for (const PathNodeIndex node : path.nodes) {
    const BasicBlock &block = graph.blocks[routes.blocks[node]];
    statements.insert(statements.end(), graph.code.begin() + block.first, graph.code.begin() + block.last + 1);
  }
  return statements;
}

/// Marks for each conditional branch of a path's kernel whether the path takes it, and whether it may leave the loop.
void mark_taken(const FlowGraph &graph, const RouteGraph &routes, const Path &path, Kernel &kernel) {
  std::size_t end = 0;
  for (std::size_t step = 0; step < path.nodes.size(); ++step) {
    const PathNodeIndex node = path.nodes[step];
    end += at(graph.size_of(routes.blocks[node]));
    if (step >= path.choices.size() || end > kernel.instructions.size())
      return;
    Instruction &last = kernel.instructions[end - 1];
    last.is_taken = last.is_conditional && routes.kinds[node][at(path.choices[step])] == FlowEdge::Kind::taken;
    last.leaves_loop = last.is_conditional && routes.ends_at_entry && !routes.has_inner_loops &&
                       routes.paths.nodes[node].successors.size() == 1;
    last.ends_run = graph.blocks[routes.blocks[node]].ends_run && last.is_conditional && !last.is_taken;
  }
}

/// The return address is on the stack while the callee runs. A call that is not followed leaves the stack pointer as it
/// was, because the callee has removed the address again.
void move_stack(Instruction &call) {
  for (const Operand &operand : call.operands) {
    const MemoryOperand *slot = as_memory(operand);
    if (slot != nullptr && operand.written && call.affine && as_update(*call.affine))
      call.affine->constant = slot->displacement;
  }
}

/// Lists the calls on a path and marks those whose callee follows.
void mark_calls(const FlowGraph &graph, const RouteGraph &routes, const Path &path, Kernel &kernel) {
  std::unordered_map<int, int> site_at;
  for (std::size_t s = 0; s < graph.calls.size(); ++s)
    site_at.emplace(graph.calls[s].code, static_cast<int>(s));
  std::vector<int> open; // the calls whose callees are being executed, as indices into kernel.calls
  std::unordered_map<int, int> call_of_site;
  int next = 0;
  const auto close_until = [&](int call) {
    for (; !open.empty() && open.back() != call; open.pop_back())
      kernel.calls[at(open.back())].end = next;
  };
  for (std::size_t step = 0; step < path.nodes.size(); ++step) {
    const BasicBlock &block = graph.blocks[routes.blocks[path.nodes[step]]];
    close_until(block.call < 0 ? -1 : call_of_site[block.call]);
    for (int code = block.first; code <= block.last; ++code, ++next) {
      const auto found = site_at.find(code);
      Instruction &instruction = kernel.instructions[at(next)];
      if (found == site_at.end() || (instruction.is_conditional && !instruction.is_taken))
        continue;
      const CallSite &site = graph.calls[at(found->second)];
      instruction.is_call = true; // also a jump to an unknown function
      instruction.callee_follows = site.status == CallStatus::followed;
      const int number = static_cast<int>(kernel.calls.size());
      kernel.calls.push_back({next, next + 1, site.callee, site.status, open.empty() ? -1 : open.back()});
      if (!instruction.callee_follows)
        continue;
      move_stack(instruction);
      call_of_site[found->second] = number;
      open.push_back(number);
    }
  }
  close_until(-1);
}

/// Marks the instructions of a path's kernel that belong to inner loops.
void mark_inner(const FlowGraph &graph, const RouteGraph &routes, const Path &path, Kernel &kernel) {
  std::size_t next = 0;
  for (const PathNodeIndex node : path.nodes)
    for (int left = graph.size_of(routes.blocks[node]); left > 0 && next < kernel.instructions.size(); --left, ++next)
      kernel.instructions[next].is_of_inner_loop = routes.is_inner[node] != 0;
}

/// An iteration may end by falling through into the header. Then the only way back is in the middle of the path.
bool falls_into_entry(const RouteGraph &routes, const Path &path) {
  return routes.ends_at_entry && !path.nodes.empty() && path.choices.size() == path.nodes.size() &&
         routes.kinds[path.nodes.back()][at(path.choices.back())] == FlowEdge::Kind::falls;
}

/// The place of code in sections that the linker may move apart is unknown.
CodePlace place_of(const ParsedUnit &unit, const std::vector<StatementIndex> &statements) {
  CodePlace place;
  for (const StatementIndex s : statements) {
    const AsmStatement &statement = unit.statements[s];
    const bool is_first = place.addresses.empty();
    if (!statement.address_modulus || (!is_first && *statement.address_modulus != place.modulus))
      return {};
    place.modulus = *statement.address_modulus;
    place.addresses.push_back(statement.address);
  }
  return place;
}

} // namespace

Kernel straight_kernel(const ParsedUnit &unit, const std::vector<StatementIndex> &statements, Kernel frame) {
  Kernel kernel = std::move(frame);
  kernel.isa = unit.isa;
  kernel.instructions.reserve(statements.size());
  for (const StatementIndex s : statements) {
    const AsmStatement &statement = unit.statements[s];
    const Instruction &instruction = unit.instructions[at(statement.instruction)];
    if (!kernel.source.known() && instruction.source.known())
      kernel.source = instruction.source;
    if (!kernel.input.known())
      kernel.input.line = statement.line;
    if (kernel.function.empty() && statement.function >= 0)
      kernel.function = unit.functions[at(statement.function)];
    kernel.instructions.push_back(instruction);
  }
  kernel.place = place_of(unit, statements);
  if (kernel.name.empty())
    kernel.name = format_text("line {}", kernel.input.line);
  return kernel;
}

std::vector<Kernel> path_kernels(const ParsedUnit &unit, const FlowGraph &graph, const RouteGraph &routes,
                                 int max_paths, const Kernel &frame, double least_probability) {
  PathLimits limits;
  limits.paths = max_paths;
  limits.share = share_that_speaks;
  limits.least_probability = least_probability;
  const PathSet set = find_paths(routes.paths, limits);
  std::vector<Kernel> kernels;
  const double followed = std::accumulate(set.paths.begin(), set.paths.end(), 0.0,
                                          [](double sum, const Path &path) { return sum + path.probability; });
  const bool knows_shares = routes.paths.knows_probabilities() && set.total > 1 && followed > 0;
  for (const Path &path : set.paths) {
    Kernel kernel = straight_kernel(unit, statements_of(graph, routes, path), frame);
    mark_taken(graph, routes, path, kernel);
    mark_calls(graph, routes, path, kernel);
    if (frame.encloses_loops)
      mark_inner(graph, routes, path, kernel);
    kernel.way_back = falls_into_entry(routes, path) ? WayBack::earlier : WayBack::at_end;
    kernel.path.number = static_cast<int>(kernels.size()) + 1;
    kernel.path.count = static_cast<int>(set.paths.size());
    kernel.path.truncated = set.total > set.paths.size();
    kernel.path.branches = branches_of(unit, graph, routes, set, path);
    if (knows_shares)
      kernel.path.share = PathShare{path.probability, std::min(1.0, followed)};
    kernels.push_back(std::move(kernel));
  }
  const bool counts = std::ranges::any_of(kernels, [](const Kernel &kernel) { return !atomic_counts(kernel).empty(); });
  for (Kernel &kernel : kernels)
    kernel.path.counts_atomically = counts;
  return kernels;
}

} // namespace osaca
