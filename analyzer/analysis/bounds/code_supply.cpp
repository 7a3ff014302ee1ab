#include "analysis/bounds/code_supply.h"

#include <algorithm>

namespace osaca {
namespace {

std::int64_t rounded_up(std::int64_t value, std::int64_t divisor) { return (value + divisor - 1) / divisor; }

/// Goes over the code piece by piece: a piece ends at a branch that is taken.
class CodeReader {
public:
  explicit CodeReader(const Core &core) : block_bytes_(core.fetch->block_bytes) {
    if (core.op_cache) {
      entry_ops_ = core.op_cache->entry_ops;
      most_entries_ = core.op_cache->block_entries;
    }
  }

  /// A pair that is fused is one operation, in the block of its first instruction.
  void read(const CostedInstruction &instruction, bool joins_previous) {
    bytes += instruction.size_bytes;
    if (joins_previous) {
      offset_ += instruction.size_bytes;
      if (instruction.changes_flow)
        end_piece();
      return;
    }
    if (offset_ / block_bytes_ != block_)
      end_block();
    block_ = offset_ / block_bytes_;
    ++ops_in_block_;
    offset_ += instruction.size_bytes;
    if (instruction.changes_flow)
      end_piece();
  }

  void end_piece() {
    end_block();
    blocks += rounded_up(offset_, block_bytes_);
    offset_ = block_ = 0;
  }

  std::int64_t bytes = 0;
  std::int64_t blocks = 0;
  std::int64_t ops = 0;
  std::int64_t entries = 0;      ///< of the cache of decoded instructions
  std::int64_t bytes_unkept = 0; ///< in blocks of which it keeps nothing

private:
  void end_block() {
    const std::int64_t needed = rounded_up(ops_in_block_, entry_ops_);
    if (most_entries_ > 0 && needed > most_entries_)
      bytes_unkept += std::min(offset_ - block_ * block_bytes_, block_bytes_);
    else
      entries += needed;
    ops += ops_in_block_;
    ops_in_block_ = 0;
  }

  std::int64_t block_bytes_;
  std::int64_t entry_ops_ = 1;
  std::int64_t most_entries_ = 0; ///< of a block; 0: any number
  std::int64_t offset_ = 0; ///< in the piece
  std::int64_t block_ = 0;
  std::int64_t ops_in_block_ = 0;
};

void raise(CodeSupply &supply, CodeSupply::Limit limit, Cycles cycles) {
  if (cycles < supply.cycles)
    return;
  supply.cycles = cycles;
  supply.limit = limit;
}

/// Where a piece begins: with the first instruction, or behind the last branch if control falls through into that one.
std::size_t first_piece(const CostedKernel &kernel) {
  const auto last = std::find_if(kernel.instructions.rbegin(), kernel.instructions.rend(),
                                 [](const PlacedInstruction &placed) { return placed.costed->changes_flow; });
  return kernel.closes ? 0 : static_cast<std::size_t>(kernel.instructions.rend() - last);
}

/// Decoded each time, because its blocks hold more than the cache keeps of one.
Cycles unkept_cycles(const OpCache &cache, std::int64_t bytes) {
  return cache.decoded_bytes_per_cycle > 0 ? Cycles(bytes, cache.decoded_bytes_per_cycle) : Cycles(0);
}

/// Of code that repeats without a branch every block is as full as the others, in the mean.
bool is_too_dense(const OpCache &cache, const Fetch &fetch, std::int64_t ops, std::int64_t bytes) {
  return cache.block_entries > 0 && ops * fetch.block_bytes > std::int64_t{cache.block_entries} * cache.entry_ops * bytes;
}

/// What is not in the cache is decoded, the rest goes as fast as it can be dispatched.
Cycles decoded_cycles(const OpCache &cache, std::int64_t entries, std::int64_t instructions, Cycles dispatch_cycles) {
  const Cycles missing(entries - cache.entries, entries);
  return missing * Cycles(instructions, cache.decoded_per_cycle) + (Cycles(1) - missing) * dispatch_cycles;
}

} // namespace

CodeSupply code_supply(const CostedKernel &kernel, Cycles dispatch_cycles) {
  CodeSupply supply;
  const Core &core = kernel.model.core();
  if (!core.fetch || kernel.instructions.empty())
    return supply;
  CodeReader reader(core);
  bool joins_previous = false;
  const std::size_t first = first_piece(kernel);
  for (std::size_t i = 0; i < kernel.instructions.size(); ++i) {
    const PlacedInstruction &placed = kernel.instructions[(first + i) % kernel.instructions.size()];
    if (placed.costed->size_bytes <= 0)
      return supply;
    reader.read(*placed.costed, joins_previous);
    joins_previous = placed.shares_slot_with_next;
  }
  reader.end_piece();
  supply.bytes = reader.bytes;
  if (kernel.region == RegionKind::block) { // it follows on itself, and nobody knows how often
    supply.blocks = Cycles(reader.bytes, core.fetch->block_bytes);
    raise(supply, CodeSupply::Limit::blocks, supply.blocks);
    if (core.op_cache && is_too_dense(*core.op_cache, *core.fetch, reader.ops, reader.bytes)) {
      supply.dense_bytes = reader.bytes;
      raise(supply, CodeSupply::Limit::dense, unkept_cycles(*core.op_cache, reader.bytes));
    }
    supply.length_changes = static_cast<int>(
        std::count_if(kernel.instructions.begin(), kernel.instructions.end(),
                      [](const PlacedInstruction &placed) { return placed.costed->changes_length; }));
    if (supply.length_changes > 0)
      raise(supply, CodeSupply::Limit::lengths, core.fetch->length_change_cycles * Cycles(supply.length_changes));
    return supply;
  }
  supply.blocks = Cycles(reader.blocks);
  raise(supply, CodeSupply::Limit::blocks, supply.blocks);
  supply.entries = core.op_cache ? reader.entries : 0;
  supply.dense_bytes = reader.bytes_unkept;
  if (core.op_cache) {
    const Cycles read(supply.entries, core.op_cache->entries_per_cycle);
    const Cycles unkept = unkept_cycles(*core.op_cache, reader.bytes_unkept);
    if (read + unkept > supply.blocks)
      raise(supply, unkept > read ? CodeSupply::Limit::dense : CodeSupply::Limit::entries, read + unkept);
  }
  if (core.op_cache && reader.entries > core.op_cache->entries)
    raise(supply, CodeSupply::Limit::decoders,
          decoded_cycles(*core.op_cache, reader.entries, static_cast<std::int64_t>(kernel.instructions.size()),
                         dispatch_cycles));
  if (core.fetch->cache_bytes > 0 && reader.bytes > core.fetch->cache_bytes)
    raise(supply, CodeSupply::Limit::cache, Cycles(reader.bytes, core.fetch->beyond_bytes_per_cycle));
  return supply;
}

} // namespace osaca
