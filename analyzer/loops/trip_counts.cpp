#include "loops/trip_counts.h"

#include "base/index.h"
#include "kernel/branch_test.h"
#include "loops/function_code.h"
#include "loops/register_values.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace osaca {
namespace {

/// A value in the first iteration, and its change from one iteration to the next.
struct Progression {
  RegisterValue first;
  std::int64_t step = 0;
};

/// The first iteration, counted from 1, after which the relation of `difference` (which changes by `step`) to zero does
/// not hold; empty: it always holds, or never exactly.
std::optional<std::int64_t> first_failure(Relation relation, std::int64_t difference, std::int64_t step) {
  switch (relation) {
  case Relation::equal: return difference != 0 ? std::optional<std::int64_t>(1) : std::nullopt;
  case Relation::not_equal: {
    const bool is_met = difference == 0 || (step != 0 && difference % step == 0 && -difference / step >= 0);
    return is_met ? std::optional(difference == 0 ? 1 : -difference / step + 1) : std::nullopt;
  }
  case Relation::greater: return first_failure(Relation::less, -difference, -step);
  case Relation::greater_or_equal: return first_failure(Relation::less_or_equal, -difference, -step);
  case Relation::less_or_equal: return first_failure(Relation::less, difference - 1, step);
  case Relation::less: break;
  }
  if (difference >= 0)
    return 1;
  return step > 0 ? std::optional((-difference + step - 1) / step + 1) : std::nullopt;
}

/// Whether a number is below zero in the first or the last of so many iterations. Pointers do not wrap around.
bool becomes_negative(const Progression &progression, std::int64_t iterations) {
  const std::int64_t first = progression.first.offset;
  constexpr std::int64_t most = 1 << 20; // more iterations do not matter
  return progression.first.unknown == 0 &&
         (first < 0 || first + (std::min(iterations, most) - 1) * progression.step < 0);
}

class TripCounts {
public:
  TripCounts(const ParsedUnit &unit, const FlowGraph &graph, const LoopForest &forest)
      : unit_(unit), graph_(graph), forest_(forest), values_(unit, graph, forest), exits_(forest.loops.size()) {
    list_exits();
  }

  [[nodiscard]] std::optional<int> iterations(LoopIndex l) {
    const Loop &loop = forest_.loops[l];
    if (loop.latches.size() != 1 || exits_[l] != loop.latches)
      return std::nullopt;
    const BasicBlock &latch = graph_.blocks[loop.latches.front()];
    std::vector<const Instruction *> code;
    for (int c = latch.first; c <= latch.last; ++c)
      code.push_back(&instruction_of(unit_, graph_, c));
    const std::optional<BranchTest> test = branch_test(code);
    if (!test)
      return std::nullopt;
    const CodePoint point{latch.first + static_cast<int>(test->comparing), test->after};
    const auto left = progression(l, point, test->left);
    const auto right = progression(l, point, test->right);
    if (!left || !right || left->first.unknown != right->first.unknown)
      return std::nullopt;
    const auto back = std::ranges::find(latch.successors, loop.header, &FlowEdge::block);
    const Relation stays = back->kind == FlowEdge::Kind::taken ? test->relation : negation_of(test->relation);
    const auto count = first_failure(stays, left->first.offset - right->first.offset, left->step - right->step);
    if (count && test->is_unsigned && (becomes_negative(*left, *count) || becomes_negative(*right, *count)))
      return std::nullopt;
    return count && *count <= std::numeric_limits<int>::max() ? std::optional(static_cast<int>(*count)) : std::nullopt;
  }

private:
  /// Before or after an instruction.
  struct CodePoint {
    int code = 0; ///< index into FlowGraph::code
    bool after = false;
  };

  const ParsedUnit &unit_;
  const FlowGraph &graph_;
  const LoopForest &forest_;
  RegisterValues values_;
  Indexed<Loop, std::vector<BlockIndex>> exits_;

  /// The blocks at whose ends control may leave a loop, up to two of them.
  void list_exits() {
    const auto leave = [&](LoopIndex loop, BlockIndex block) {
      if (exits_[loop].size() < 2 && (exits_[loop].empty() || exits_[loop].back() != block))
        exits_[loop].push_back(block);
    };
    for (const BlockIndex block : graph_.blocks.indices()) {
      const BasicBlock &code = graph_.blocks[block];
      const LoopIndex innermost = forest_.loop_of_block[block];
      const bool may_return = leaving(unit_, graph_, code) != Leaving::stays;
      for (LoopIndex loop = innermost; may_return && loop.exists(); loop = forest_.loops[loop].parent)
        leave(loop, block);
      for (const FlowEdge &edge : code.successors)
        for (LoopIndex loop = innermost; loop.exists() && !forest_.contains(loop, edge.block);
             loop = forest_.loops[loop].parent)
          leave(loop, block);
    }
  }

  /// The value of the register each time control enters the loop from outside.
  [[nodiscard]] std::optional<RegisterValue> at_entry(LoopIndex l, std::uint16_t unit) {
    std::optional<RegisterValue> entry;
    for (const BlockIndex from : values_.ways_to(forest_.loops[l].header)) {
      if (forest_.contains(l, from))
        continue;
      const RegisterValue value = values_.at_end(from, unit);
      if (entry && *entry != value)
        return std::nullopt;
      entry = value;
    }
    return entry;
  }

  [[nodiscard]] std::optional<Progression> progression(LoopIndex l, CodePoint point, const ComparedValue &side) {
    constexpr std::int64_t largest = std::int64_t{1} << 40; // text may contain any number
    if (side.reg == nullptr)
      return side.number >= -largest && side.number <= largest ? std::optional(Progression{{0, side.number}, 0})
                                                               : std::nullopt;
    const std::uint16_t unit = side.reg->units.front();
    const RegisterValue compared = point.after ? values_.after(point.code, unit) : values_.before(point.code, unit);
    if (compared.unknown == 0)
      return Progression{compared, 0};
    const RegisterValues::Origin origin = values_.origin_of(compared);
    if (!forest_.contains(l, origin.block))
      return Progression{compared, 0};
    const Loop &loop = forest_.loops[l];
    if (origin.block != loop.header || origin.code >= 0)
      return std::nullopt;
    // `compared` is the counter at the header plus a number.
    const RegisterValue end = values_.at_end(loop.latches.front(), origin.unit);
    const std::optional<RegisterValue> entry = at_entry(l, origin.unit);
    if (!entry || end.unknown != compared.unknown)
      return std::nullopt;
    return Progression{{entry->unknown, entry->offset + compared.offset}, end.offset};
  }
};

} // namespace

Indexed<Loop, std::optional<int>> constant_trip_counts(const ParsedUnit &unit, const FlowGraph &graph,
                                                       const LoopForest &forest) {
  Indexed<Loop, std::optional<int>> counts;
  if (forest.loops.empty())
    return counts;
  TripCounts known(unit, graph, forest);
  for (const LoopIndex loop : forest.loops.indices())
    counts.push_back(known.iterations(loop));
  return counts;
}

} // namespace osaca
