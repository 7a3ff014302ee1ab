#include "analysis/bounds/front_end.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace osaca {
namespace {

/// Per iteration. The branch that closes the loop counts as taken, and so does the call of a whole function.
int taken_branches(const CostedKernel &kernel) {
  const std::vector<PlacedInstruction> &instructions = kernel.instructions;
  if (instructions.empty() || kernel.is_straight_line())
    return 0;
  const auto count =
      std::ranges::count_if(instructions, [](const PlacedInstruction &placed) { return placed.costed->changes_flow; });
  return static_cast<int>(count) +
         (kernel.way_back == WayBack::at_end && !instructions.back().costed->changes_flow ? 1 : 0) +
         (kernel.region == RegionKind::function ? 1 : 0);
}

int run_ends(const CostedKernel &kernel) {
  return static_cast<int>(std::ranges::count_if(
      kernel.instructions, [](const PlacedInstruction &placed) { return placed.costed->ends_run; }));
}

Cycles dispatch_width(const CostedKernel &kernel) {
  const Core &core = kernel.model.core();
  return core.straight_line_width && kernel.is_straight_line() ? core.straight_line_width->value
                                                               : core.dispatch_width.value;
}

/// The time of an iteration whose macro-ops are read `ops_per_cycle` at a time, in groups of `iterations`. The
/// first macro-op of a group is read in a new cycle.
Cycles whole_cycles(int ops, int ops_per_cycle, int iterations) {
  return Cycles((ops * iterations + ops_per_cycle - 1) / ops_per_cycle, iterations);
}

/// A split operation is one macro-op until dispatch.
Cycles ops_read(const PlacedInstruction &placed) {
  if (placed.shares_slot_with_next)
    return 0;
  return placed.dispatch_slots - Cycles(placed.splits_at_dispatch() ? 1 : 0) +
         Cycles(placed.costed->has_wide_constant ? 1 : 0);
}

/// The macro-ops between taken branches. The code after the last branch belongs to the first piece, if an iteration
/// continues there without a jump.
std::vector<Cycles> ops_of_pieces(const CostedKernel &kernel) {
  std::vector<Cycles> pieces(1);
  for (const PlacedInstruction &placed : kernel.instructions) {
    pieces.back() += ops_read(placed);
    if (placed.costed->changes_flow)
      pieces.emplace_back();
  }
  if (kernel.way_back != WayBack::at_end || pieces.back().is_zero()) {
    const Cycles last = pieces.back();
    pieces.pop_back();
    if (pieces.empty())
      return {last};
    pieces.front() += last;
  }
  return pieces;
}

WholeReads reads_of_pieces(const CostedKernel &kernel, const OpCache &cache) {
  const std::vector<Cycles> pieces = ops_of_pieces(kernel);
  Cycles reads;
  for (const Cycles ops : pieces) {
    const int apart = static_cast<int>(std::ceil(ops.to_double())) - cache.piece_tail_ops;
    if (apart > 0)
      reads += whole_cycles(apart, cache.ops_per_cycle, 1);
  }
  return {reads, cache.ops_per_cycle, 1, static_cast<int>(pieces.size())};
}

/// Whole cycles for reading the macro-ops of one iteration, of a group of them, or of the pieces of an iteration.
WholeReads whole_reads(const CostedKernel &kernel) {
  WholeReads result;
  const Core &core = kernel.model.core();
  const std::optional<OpCache> &cache = core.op_cache;
  const bool any_limit = (cache && cache->ops_per_cycle > 0) || core.short_loops;
  if (!any_limit || kernel.is_straight_line())
    return result;
  Cycles sum;
  for (const PlacedInstruction &placed : kernel.instructions)
    sum += ops_read(placed);
  const auto ops = static_cast<int>(std::ceil(sum.to_double()));
  if (cache && cache->piece_tail_ops > 0)
    result = reads_of_pieces(kernel, *cache);
  else if (cache && cache->ops_per_cycle > 0)
    result = {whole_cycles(ops, cache->ops_per_cycle, 1), cache->ops_per_cycle, 1};
  if (!core.short_loops)
    return result;
  const auto size = std::ranges::find(core.short_loops->sizes, ops, &ShortLoops::Size::ops);
  if (size == core.short_loops->sizes.end())
    return result;
  const auto width = static_cast<int>(dispatch_width(kernel).to_double());
  const Cycles cycles = whole_cycles(ops, width, size->iterations);
  return cycles > result.cycles ? WholeReads{cycles, width, size->iterations} : result;
}

/// Whether it has so many macro-ops that it can only be dispatched at the beginning of a cycle.
bool starts_cycle(const CostedKernel &kernel, const PlacedInstruction &placed) {
  const std::optional<CycleStarts> &rule = kernel.model.core().cycle_starts;
  if (!rule || placed.splits_at_dispatch())
    return false;
  const int from = kernel.is_straight_line() ? rule->from_slots : rule->loops_from_slots;
  return from > 0 && placed.costed->cost->dispatch_slots >= Cycles(from);
}

/// Dispatches iterations one after the other, until one begins at the same slot of a cycle as an earlier one.
class DispatchWalk {
public:
  explicit DispatchWalk(const CostedKernel &kernel)
      : kernel_(kernel), width_(dispatch_width(kernel)),
        splits_(kernel.model.core().dispatch_splits.value_or(DispatchSplits{})) {}

  Cycles cycles_per_iteration() {
    constexpr int most_iterations = 64;
    std::vector<Begun> begun;
    for (;;) {
      const auto same =
          std::ranges::find_if(begun, [this](const Begun &one) { return one.place == place_ && one.split == split_; });
      if (same != begun.end() || begun.size() == most_iterations) {
        const auto first = same != begun.end() ? same : begun.begin();
        return Cycles(cycle_ - first->cycle, begun.end() - first);
      }
      begun.push_back({place_, split_, cycle_});
      for (const PlacedInstruction &placed : kernel_.instructions)
        if (!placed.shares_slot_with_next)
          pass(placed);
    }
  }

private:
  struct Begun {
    Cycles place;
    int split = 0;
    std::int64_t cycle = 0;
  };

  void pass(const PlacedInstruction &placed) {
    if (starts_cycle(kernel_, placed) && !place_.is_zero())
      begin_cycle(0);
    if (splits_.per_cycle > 0 && placed.splits_at_dispatch()) {
      if (place_ - Cycles(split_) > Cycles(splits_.among_first - 1) || split_ == splits_.per_cycle)
        begin_cycle(0);
      ++split_;
    }
    place_ += placed.dispatch_slots;
    while (place_ >= width_)
      begin_cycle(place_ - width_);
  }

  void begin_cycle(Cycles place) {
    place_ = place;
    split_ = 0;
    ++cycle_;
  }

  const CostedKernel &kernel_;
  Cycles width_;
  DispatchSplits splits_;
  Cycles place_;  ///< slots used in the current cycle
  int split_ = 0; ///< split operations in this cycle so far, each of which counts as one macro-op
  std::int64_t cycle_ = 0;
};

Cycles dispatch_cycles(const CostedKernel &kernel, Cycles macro_ops) {
  const Core &core = kernel.model.core();
  const Cycles width = dispatch_width(kernel);
  if (width.is_zero())
    return 0;
  const bool any_waits = std::ranges::any_of(kernel.instructions, [&](const PlacedInstruction &placed) {
    return (core.dispatch_splits && placed.splits_at_dispatch()) || starts_cycle(kernel, placed);
  });
  return any_waits ? DispatchWalk(kernel).cycles_per_iteration() : macro_ops / width;
}

} // namespace

// The core takes calls and returns one after the other. A core that predicts two branches at a time predicts one other
// branch together with a call or a return. The callee of an unknown call returns, too. A whole function is called by an
// instruction of its caller, which is not part of the kernel. A core may need more time if a function returns to
// several places. It then takes calls and returns like other branches, unless it has figures for them.
//
// Each piece of code, up to a taken branch, takes a cycle for each block that is read. If a call or a return ends the
// piece, the rest of its time follows.
CallTimes call_times(const CostedKernel &kernel) {
  CallTimes times;
  const Core &core = kernel.model.core();
  if (kernel.is_straight_line())
    return times;
  const bool predicts_two = core.taken_branch_cycles && core.taken_branch_cycles->value < Cycles(1);
  const auto add = [&](const std::optional<SourcedCycles> &cycles, bool ends_piece) {
    if (!cycles)
      return;
    ++times.count;
    times.in_turn += cycles->value;
    if (!predicts_two)
      times.beyond_reading += cycles->value - Cycles(ends_piece ? 1 : 0);
  };
  const bool has_further_calls = kernel.further_calls > 0 && core.further_call_cycles;
  const auto &call = core.call_cycles || !has_further_calls ? core.call_cycles : core.taken_branch_cycles;
  const auto &back = core.return_cycles || !has_further_calls ? core.return_cycles : core.taken_branch_cycles;
  int others = taken_branches(kernel) - (predicts_two ? 1 : 0);
  for (const PlacedInstruction &placed : kernel.instructions) {
    const CostedInstruction &costed = *placed.costed;
    if (costed.is_call)
      add(call, costed.changes_flow);
    if (costed.is_return || costed.is_unknown_call)
      add(back, costed.is_return && costed.changes_flow);
    others -= costed.is_call || costed.is_return ? 1 : 0;
  }
  if (kernel.region == RegionKind::function) {
    add(call, false);
    --others;
  }
  if (times.count > 0 && others > 0 && core.taken_branch_cycles)
    times.in_turn += core.taken_branch_cycles->value * Cycles(others);
  if (times.count > 0 && has_further_calls)
    times.in_turn += core.further_call_cycles->value * Cycles(kernel.further_calls);
  return times;
}

FrontEnd front_end(const CostedKernel &kernel) {
  FrontEnd result;
  for (const PlacedInstruction &placed : kernel.instructions)
    if (!placed.shares_slot_with_next)
      result.macro_ops += placed.dispatch_slots;
  const Core &core = kernel.model.core();
  result.dispatch_cycles = dispatch_cycles(kernel, result.macro_ops);
  result.width = dispatch_width(kernel);
  if (!result.width.is_zero())
    result.waiting = result.dispatch_cycles - result.macro_ops / result.width;
  for (const PlacedInstruction &placed : kernel.instructions)
    result.callee_cycles += placed.costed->callee_cycles;
  result.dispatch_cycles += result.callee_cycles;
  result.taken_branches = taken_branches(kernel);
  if (core.taken_branch_cycles)
    result.branch_cycles = core.taken_branch_cycles->value * Cycles(result.taken_branches);
  if (core.run_end_cycles) {
    result.run_ends = run_ends(kernel);
    result.run_end_cycles = core.run_end_cycles->value;
    result.branch_cycles += result.run_end_cycles * Cycles(result.run_ends);
  }
  const CallTimes calls = call_times(kernel);
  result.calls = calls.count;
  result.call_cycles = calls.in_turn;
  result.branch_cycles = std::max(result.branch_cycles, result.call_cycles);
  result.reads = whole_reads(kernel);
  result.code = code_supply(kernel, result.dispatch_cycles);
  if (result.run_ends > 0 && result.code.limit == CodeSupply::Limit::blocks) {
    const Cycles waiting = result.run_end_cycles * Cycles(result.run_ends); // no code is read meanwhile
    result.code.cycles += waiting;
    result.code.least += waiting;
    result.code.most += waiting;
  }
  return result;
}

} // namespace osaca
