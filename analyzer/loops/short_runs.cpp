#include "loops/region_kernels.h"

#include <memory>
#include <optional>
#include <utility>

namespace osaca {
namespace {

/// Larger loops are no longer simulated in a few milliseconds, and the overlap of runs is a small part of their time.
constexpr CountedLoopLimits limits = {.iterations = 64, .instructions = 600};

} // namespace

void find_short_run(const ParsedUnit &unit, StatementIndex header, Callees &callees, std::vector<Kernel> &kernels) {
  if (kernels.size() != 1 || kernels.front().path.truncated)
    return;
  const std::optional<int> iterations = callees.counted_loops().iterations(header);
  if (!iterations || *iterations < 2)
    return;
  std::optional<FlowGraph> around = callees.counted_loops().loop_around(header, limits.instructions);
  if (!around)
    return;
  FlowGraph graph = callees.counted_loops().unrolled(*std::move(around), {0}, limits);
  if (find_loops(graph, {0}).loops.size() != 1)
    return;
  ShortRun run{*iterations, *iterations * callees.counted_loops().size_of(header), 0, nullptr};
  for (const BlockIndex block : graph.blocks.indices())
    if (graph.blocks[block].is_of_run)
      run.instructions_of_runs += graph.size_of(block);
  if (std::optional<FlowGraph> followed = callees.follow_calls(graph, all_blocks(graph, {0})))
    graph = *std::move(followed);
  Kernel frame;
  frame.name = graph.blocks[BlockIndex{0}].label;
  frame.options = kernels.front().options;
  std::vector<Kernel> likely = path_kernels(unit, graph, iteration_routes(graph, all_blocks(graph, {0})), 1, frame);
  if (!likely.empty() && callees.take_room(static_cast<int>(likely.front().instructions.size())))
    run.around = std::make_shared<const Kernel>(std::move(likely.front()));
  if (run.around)
    kernels.front().short_run = std::move(run);
}

} // namespace osaca
