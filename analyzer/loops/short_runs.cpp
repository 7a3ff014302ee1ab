#include "loops/function_code.h"
#include "loops/region_kernels.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <utility>

namespace osaca {
namespace {

/// Larger loops are no longer simulated in a few milliseconds, and the overlap of runs is a small part of their time.
constexpr CountedLoopLimits limits = {.iterations = 64, .instructions = 600};
/// The example for loops of which the code does not show how often they run.
constexpr int example_iterations = 8;
constexpr CountedLoopLimits limits_of_example = {.iterations = 64, .instructions = 200};

/// The instructions of the counted loops in a graph.
std::set<InstructionNumber> numbers_in_runs(const ParsedUnit &unit, const FlowGraph &graph) {
  std::set<InstructionNumber> numbers;
  for (const BasicBlock &block : graph.blocks)
    for (int code = block.first; block.is_of_run && code <= block.last; ++code)
      numbers.insert(instruction_of(unit, graph, code).number);
  return numbers;
}

/// The likely path through the loop around the loop with this header, with all iterations of the loops inside. Empty:
/// it is too long, or it contains loops that are not counted. `example`: this loop has no count.
std::optional<std::pair<FlowGraph, Kernel>> path_around(const ParsedUnit &unit, StatementIndex header,
                                                        const std::optional<ExampleOfRun> &example, Callees &callees) {
  const CountedLoopLimits &most = example ? limits_of_example : limits;
  std::optional<FlowGraph> around = callees.counted_loops().loop_around(header, most.instructions);
  if (!around)
    return std::nullopt;
  FlowGraph graph = callees.counted_loops().unrolled(*std::move(around), {0}, most, example);
  if (find_loops(graph, {0}).loops.size() != 1)
    return std::nullopt;
  if (std::optional<FlowGraph> followed = callees.follow_calls(graph, all_blocks(graph, {0})))
    graph = *std::move(followed);
  Kernel frame;
  frame.name = graph.blocks[BlockIndex{0}].label;
  std::vector<Kernel> likely = path_kernels(unit, graph, iteration_routes(graph, all_blocks(graph, {0})), 1, frame);
  if (likely.empty())
    return std::nullopt;
  return std::pair{std::move(graph), std::move(likely.front())};
}

} // namespace

void find_short_run(const ParsedUnit &unit, StatementIndex header, Callees &callees, std::vector<Kernel> &kernels) {
  if (kernels.size() != 1 || kernels.front().path.truncated)
    return;
  const std::optional<int> known = callees.counted_loops().iterations(header);
  const int iterations = known.value_or(example_iterations);
  if (iterations < 2)
    return;
  const std::optional<ExampleOfRun> example = known ? std::nullopt : std::optional(ExampleOfRun{header, iterations});
  std::optional<std::pair<FlowGraph, Kernel>> around = path_around(unit, header, example, callees);
  if (!around)
    return;
  auto &[graph, path] = *around;
  Kernel &loop = kernels.front();
  const std::set<InstructionNumber> of_runs = numbers_in_runs(unit, graph);
  ShortRun run{iterations, !known, 0, 0, nullptr};
  for (const Instruction &instruction : path.instructions)
    run.instructions_of_runs += of_runs.contains(instruction.number) ? 1 : 0;
  const auto times = std::ranges::count(path.instructions, loop.instructions.front().number, &Instruction::number);
  if (times != iterations || !callees.counted_loops().take_room(static_cast<int>(path.instructions.size()), !known))
    return; // the likely path does not pass through the loop, or there is no room
  for (const Instruction &instruction : loop.instructions)
    run.instructions += of_runs.contains(instruction.number) ? iterations : 0;
  path.options = loop.options;
  run.around = std::make_shared<const Kernel>(std::move(path));
  loop.short_run = std::move(run);
}

} // namespace osaca
