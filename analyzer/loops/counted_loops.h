// Loops that always run for the same small number of iterations. Successive runs of such a loop overlap in the core, so
// their time depends on the code around the loop, and is predicted together with it.
#pragma once

#include "loops/flow_graph.h"

#include <map>
#include <optional>

namespace osaca {

/// Limits for loops that are replaced by copies of their body.
struct CountedLoopLimits {
  int iterations = 64;
  int instructions = 400; ///< in all copies
};

/// A loop that is treated as if it were counted. Other loops without a count, such as the one for the remaining
/// iterations of an unrolled loop, then count as one iteration.
struct ExampleOfRun {
  StatementIndex header; ///< the first statement of its header
  int iterations = 0;
};

/// The counted loops of a unit. The unit must outlive this object. Must not be used by several threads at the same
/// time.
class CountedLoops {
public:
  explicit CountedLoops(const ParsedUnit &unit) : unit_(unit) {}

  /// The iterations of the loop whose header begins with this statement each time it runs. Empty: not known.
  [[nodiscard]] std::optional<int> iterations(StatementIndex header);

  /// `graph` with each counted loop, innermost first, replaced by as many copies of its body as it has iterations. A
  /// loop whose header is `entry`, and loops that exceed the limits, are left as they are. `example`: loops without a
  /// count are replaced as well, if they can only be left at their end.
  [[nodiscard]] FlowGraph unrolled(FlowGraph graph, BlockIndex entry, const CountedLoopLimits &limits = {},
                                   const std::optional<ExampleOfRun> &example = {});

  /// The blocks of the loop around the loop with this header, without its calls followed; the header of the outer loop
  /// first. Empty: there is no such loop, or it has more instructions.
  [[nodiscard]] std::optional<FlowGraph> loop_around(StatementIndex header, int most_instructions);

  /// Whether short runs with so many instructions may be kept, in addition to those that were kept before. Examples
  /// have room of their own.
  [[nodiscard]] bool take_room(int instructions, bool is_example);

private:
  struct Range {
    StatementIndex begin;
    StatementIndex end;
  };
  /// A function with its loops.
  struct Function {
    int number = -1; ///< index into ParsedUnit::functions, or -1
    FlowGraph graph;
    LoopForest forest;
    LoopBlocks blocks;
  };

  /// Reads the function of this statement, unless it was the last one read.
  const Function &function_of(StatementIndex statement);

  const ParsedUnit &unit_;
  int room_ = 20'000;             ///< instructions of short runs in the unit; they need about a kilobyte each
  int room_of_examples_ = 10'000; ///< the same for examples
  std::map<int, Range> ranges_;   ///< by function; empty before the first question
  std::optional<Function> last_;
  std::map<int, std::map<StatementIndex, int>> iterations_; ///< by function, and first statement of the header
};

} // namespace osaca
