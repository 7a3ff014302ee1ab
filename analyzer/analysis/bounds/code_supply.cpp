#include "analysis/bounds/front_end.h"

#include <algorithm>

namespace osaca {

namespace {

void raise(CodeSupply &supply, CodeSupply::Limit limit, Cycles cycles) {
  if (cycles < supply.cycles)
    return;
  supply.cycles = cycles;
  supply.limit = limit;
}

/// For code that is decoded each time, because its blocks need more entries than the cache keeps for one.
Cycles uncached_cycles(const OpCache &cache, std::int64_t bytes) {
  return cache.decoded_bytes_per_cycle > 0 ? Cycles(bytes, cache.decoded_bytes_per_cycle) : Cycles(0);
}

/// In code that repeats without a branch, all blocks have the same mean density.
bool is_too_dense(const OpCache &cache, const Fetch &fetch, std::int64_t ops, std::int64_t bytes) {
  return cache.block_entries > 0 &&
         ops * fetch.block_bytes > std::int64_t{cache.block_entries} * cache.entry_ops * bytes;
}

/// The missing part is decoded, and the rest is as fast as dispatch.
Cycles decoded_cycles(const OpCache &cache, std::int64_t entries, std::int64_t instructions, Cycles dispatch_cycles) {
  const Cycles missing(entries - cache.entries, entries);
  return missing * Cycles(instructions, cache.decoded_per_cycle) + (Cycles(1) - missing) * dispatch_cycles;
}

/// For code that is repeated without a branch; the number of repetitions is not known.
CodeSupply supply_of_straight_line(const CostedKernel &kernel, const CodeCounts &counts) {
  const Core &core = kernel.model.core();
  CodeSupply supply;
  supply.bytes = counts.bytes;
  if (core.fetch->block_bytes > 0) {
    supply.blocks = Cycles(counts.bytes, core.fetch->block_bytes);
    raise(supply, CodeSupply::Limit::blocks, supply.blocks);
  }
  if (core.op_cache && is_too_dense(*core.op_cache, *core.fetch, counts.ops, counts.bytes)) {
    supply.dense_bytes = counts.bytes;
    const Cycles decoders(static_cast<std::int64_t>(kernel.instructions.size()), core.op_cache->decoded_per_cycle);
    raise(supply, CodeSupply::Limit::dense, std::max(uncached_cycles(*core.op_cache, counts.bytes), decoders));
  }
  supply.length_changes = static_cast<int>(std::ranges::count_if(
      kernel.instructions, [](const PlacedInstruction &placed) { return placed.costed->changes_length; }));
  if (supply.length_changes > 0)
    raise(supply, CodeSupply::Limit::lengths, core.fetch->length_change_cycles * Cycles(supply.length_changes));
  supply.least = supply.most = supply.cycles;
  return supply;
}

/// To read a loop's code from the op cache.
Cycles op_cache_cycles(const OpCache &cache, const CodeCounts &counts) {
  if (cache.reread_cycles.is_zero())
    return Cycles(counts.reads, cache.entries_per_cycle);
  return counts.rereads > 0 ? Cycles(counts.blocks) + cache.reread_cycles * Cycles(counts.rereads) : Cycles(0);
}

CodeSupply supply_of_loop(const CostedKernel &kernel, const CodeCounts &counts, Cycles dispatch_cycles) {
  const Core &core = kernel.model.core();
  CodeSupply supply;
  supply.bytes = counts.bytes;
  supply.blocks = Cycles(counts.blocks);
  const Cycles blocks =
      Cycles(counts.joined_blocks) + core.fetch->jumped_block_cycles * Cycles(counts.blocks - counts.joined_blocks);
  if (core.fetch->block_bytes > 0)
    raise(supply, CodeSupply::Limit::blocks, blocks);
  if (const Cycles calls = call_times(kernel).beyond_reading; !calls.is_zero())
    raise(supply, CodeSupply::Limit::calls, blocks + calls);
  supply.entries = core.op_cache ? counts.reads : 0;
  supply.dense_bytes = counts.uncached_bytes;
  supply.lost_bytes = counts.lost_bytes;
  if (core.op_cache) {
    const Cycles read = op_cache_cycles(*core.op_cache, counts);
    const Cycles unkept = uncached_cycles(*core.op_cache, counts.uncached_bytes);
    const Cycles lost(counts.lost_cycles);
    if (const Cycles all = read + unkept + lost; all > supply.cycles)
      raise(supply,
            lost > std::max(read, unkept) ? CodeSupply::Limit::jumps
            : unkept > read               ? CodeSupply::Limit::dense
                                          : CodeSupply::Limit::entries,
            all);
  }
  if (core.op_cache && counts.entries > core.op_cache->entries)
    raise(supply, CodeSupply::Limit::decoders,
          decoded_cycles(*core.op_cache, counts.entries, static_cast<std::int64_t>(kernel.instructions.size()),
                         dispatch_cycles));
  if (core.fetch->cache_bytes > 0 && counts.bytes > core.fetch->cache_bytes)
    raise(supply, CodeSupply::Limit::cache, Cycles(counts.bytes, core.fetch->beyond_bytes_per_cycle));
  return supply;
}

/// If no addresses are known, the linker may move each piece separately. This combines the least and the greatest
/// counts of each piece.
struct Extremes {
  std::vector<CodeCounts> least;
  std::vector<CodeCounts> most;

  void take(const std::vector<CodeCounts> &pieces) {
    if (least.empty())
      least = most = pieces;
    for (std::size_t i = 0; i < pieces.size(); ++i)
      for (const auto count : {&CodeCounts::blocks, &CodeCounts::joined_blocks, &CodeCounts::entries,
                               &CodeCounts::reads, &CodeCounts::rereads, &CodeCounts::uncached_bytes}) {
        least[i].*count = std::min(least[i].*count, pieces[i].*count);
        most[i].*count = std::max(most[i].*count, pieces[i].*count);
      }
  }
};

CodeSupply supply_with_jumps(const CostedKernel &kernel, std::uint64_t shift, Cycles dispatch_cycles) {
  std::vector<int> jumps = jumps_not_kept(kernel, shift);
  CodeSupply supply = supply_of_loop(kernel, sum_of(read_pieces(kernel, shift, jumps)), dispatch_cycles);
  supply.lost_jumps = std::move(jumps);
  return supply;
}

/// Jumps are assumed to lie where the op cache keeps them, except for `most`.
CodeSupply supply_anywhere(const CostedKernel &kernel, Cycles dispatch_cycles) {
  const Core &core = kernel.model.core();
  CodeSupply supply = supply_of_loop(kernel, sum_of(read_pieces(kernel, 0)), dispatch_cycles);
  Extremes extremes;
  Cycles most_with_jumps;
  for (int i = 0; i < place_period(core); ++i) {
    const auto shift = static_cast<std::uint64_t>(i);
    extremes.take(read_pieces(kernel, shift));
    if (core.op_cache && core.op_cache->unkept_jumps)
      most_with_jumps = std::max(most_with_jumps, supply_with_jumps(kernel, shift, dispatch_cycles).cycles);
  }
  supply.least = supply_of_loop(kernel, sum_of(extremes.least), dispatch_cycles).cycles;
  supply.most = std::max(supply_of_loop(kernel, sum_of(extremes.most), dispatch_cycles).cycles, most_with_jumps);
  return supply;
}

/// All code moves together. A final address is used as it is; the other places show the effect of another link.
CodeSupply supply_at(const CostedKernel &kernel, Cycles dispatch_cycles) {
  CodeSupply chosen = supply_with_jumps(kernel, 0, dispatch_cycles);
  Cycles least = chosen.cycles;
  Cycles most = chosen.cycles;
  const std::uint64_t step = std::max<std::uint64_t>(kernel.place.modulus, 1);
  for (std::uint64_t shift = step; shift < static_cast<std::uint64_t>(place_period(kernel.model.core()));
       shift += step) {
    CodeSupply other = supply_with_jumps(kernel, shift, dispatch_cycles);
    least = std::min(least, other.cycles);
    most = std::max(most, other.cycles);
    if (!kernel.place.is_final() && other.cycles < chosen.cycles)
      chosen = std::move(other);
  }
  chosen.least = least;
  chosen.most = most;
  return chosen;
}

/// For longer loops one block more or less hardly matters, and trying all places takes too long.
constexpr std::size_t most_instructions_moved = 10'000;

bool lengths_are_known(const CostedKernel &kernel) {
  return std::ranges::all_of(kernel.instructions,
                             [](const PlacedInstruction &placed) { return placed.costed->size_bytes > 0; });
}

} // namespace

CodeSupply code_supply(const CostedKernel &kernel, Cycles dispatch_cycles) {
  if (!kernel.model.core().fetch || kernel.instructions.empty() || !lengths_are_known(kernel))
    return {};
  if (kernel.is_straight_line())
    return supply_of_straight_line(kernel, straight_line_counts(kernel));
  if (kernel.instructions.size() > most_instructions_moved) {
    CodeSupply supply = kernel.place.is_known()
                            ? supply_with_jumps(kernel, 0, dispatch_cycles)
                            : supply_of_loop(kernel, sum_of(read_pieces(kernel, 0)), dispatch_cycles);
    supply.least = supply.most = supply.cycles;
    return supply;
  }
  return kernel.place.is_known() ? supply_at(kernel, dispatch_cycles) : supply_anywhere(kernel, dispatch_cycles);
}

} // namespace osaca
