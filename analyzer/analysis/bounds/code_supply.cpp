#include "analysis/bounds/front_end.h"

#include "base/index.h"

#include <algorithm>

namespace osaca {

namespace {

std::int64_t rounded_up(std::int64_t value, std::int64_t divisor) { return (value + divisor - 1) / divisor; }

class CodeReader {
public:
  explicit CodeReader(const Core &core) : fetch_bytes_(core.fetch->block_bytes), block_bytes_(fetch_bytes_) {
    if (!core.op_cache)
      return;
    entry_ops_ = core.op_cache->entry_ops;
    most_entries_ = core.op_cache->block_entries;
    group_bytes_ = std::max(core.op_cache->decoded_bytes_per_cycle, 1);
    decoded_per_cycle_ = std::max(core.op_cache->decoded_per_cycle, 1);
    if (core.op_cache->block_bytes > 0)
      block_bytes_ = core.op_cache->block_bytes;
  }

  [[nodiscard]] bool is_between_pieces() const { return !open_; }

  void begin_piece(std::uint64_t address) {
    begin_ = offset_ = static_cast<std::int64_t>(address % static_cast<std::uint64_t>(fetch_bytes_));
    block_ = offset_ / block_bytes_;
    open_ = true;
    is_lost_ = false;
    pieces_.emplace_back();
  }

  /// A fused pair is one operation, in the block of its first instruction. From the first instruction that the op
  /// cache does not keep, all code is decoded up to the end of the piece.
  void read(const CostedInstruction &instruction, bool joins_previous, bool is_lost) {
    pieces_.back().bytes += instruction.size_bytes;
    if (is_lost && !is_lost_)
      lose();
    if (!joins_previous) {
      if (offset_ / block_bytes_ != block_)
        end_block();
      block_ = offset_ / block_bytes_;
      ++(is_lost_ ? lost_ops_ : ops_in_block_);
    }
    offset_ += instruction.size_bytes;
    if (is_lost_)
      decode();
    if (instruction.changes_flow)
      end_piece();
  }

  std::vector<CodeCounts> pieces() && {
    if (open_)
      end_piece();
    return std::move(pieces_);
  }

private:
  void lose() {
    end_block();
    is_lost_ = true;
    lost_begin_ = offset_;
    group_ = offset_ / group_bytes_;
    ops_in_group_ = 0;
  }

  /// An instruction is decoded with the group of its last byte.
  void decode() {
    const std::int64_t group = (offset_ - 1) / group_bytes_;
    for (; group_ < group; ++group_)
      end_group();
    ++ops_in_group_;
  }

  void end_group() {
    pieces_.back().lost_cycles += std::max<std::int64_t>(1, rounded_up(ops_in_group_, decoded_per_cycle_));
    ops_in_group_ = 0;
  }

  void end_piece() {
    end_block();
    CodeCounts &piece = pieces_.back();
    piece.blocks = rounded_up(offset_, fetch_bytes_);
    piece.reads = rounded_up(kept_ops_, entry_ops_);
    if (is_lost_) {
      end_group();
      piece.lost_bytes = offset_ - lost_begin_;
      piece.ops += lost_ops_;
    }
    kept_ops_ = lost_ops_ = 0;
    open_ = false;
  }

  void end_block() {
    CodeCounts &piece = pieces_.back();
    const std::int64_t needed = rounded_up(ops_in_block_, entry_ops_);
    if (most_entries_ > 0 && needed > most_entries_)
      piece.uncached_bytes += std::min(offset_, (block_ + 1) * block_bytes_) - std::max(begin_, block_ * block_bytes_);
    else {
      piece.entries += needed;
      kept_ops_ += ops_in_block_;
    }
    piece.ops += ops_in_block_;
    ops_in_block_ = 0;
  }

  std::int64_t fetch_bytes_;
  std::int64_t block_bytes_; ///< of the op cache; divides fetch_bytes_
  std::int64_t entry_ops_ = 1;
  std::int64_t most_entries_ = 0; ///< of a block; 0: any number
  std::int64_t group_bytes_ = 1;  ///< decoded per cycle
  std::int64_t decoded_per_cycle_ = 1;
  std::int64_t begin_ = 0;  ///< of the piece, after a block's boundary
  std::int64_t offset_ = 0; ///< after the same boundary
  std::int64_t block_ = 0;
  std::int64_t ops_in_block_ = 0;
  std::int64_t kept_ops_ = 0; ///< of the piece
  std::int64_t lost_ops_ = 0; ///< of the piece: decoded because of a jump
  std::int64_t lost_begin_ = 0;
  std::int64_t group_ = 0;        ///< of bytes, being decoded
  std::int64_t ops_in_group_ = 0; ///< instructions
  bool is_lost_ = false;          ///< from here on, no code of the piece is in the op cache
  bool open_ = false;
  std::vector<CodeCounts> pieces_;
};

/// Where a piece begins: at the first instruction, or after the last branch if control falls through to the first.
std::size_t first_piece(const CostedKernel &kernel) {
  const auto last = std::find_if(kernel.instructions.rbegin(), kernel.instructions.rend(),
                                 [](const PlacedInstruction &placed) { return placed.costed->changes_flow; });
  return kernel.way_back == WayBack::at_end ? 0 : static_cast<std::size_t>(kernel.instructions.rend() - last);
}

/// The address of each instruction. Without known addresses, each piece begins `shift` bytes after a boundary of its
/// own.
std::vector<std::uint64_t> addresses_of(const CostedKernel &kernel, std::uint64_t shift) {
  constexpr std::uint64_t apart = std::uint64_t{1} << 24U;
  const std::vector<std::uint64_t> &known = kernel.place.addresses;
  const std::size_t count = kernel.instructions.size();
  std::vector<std::uint64_t> addresses(count);
  const std::size_t first = first_piece(kernel);
  std::uint64_t piece = 0;
  std::uint64_t next = shift;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = (first + i) % count;
    const CostedInstruction &costed = *kernel.instructions[at].costed;
    addresses[at] = at < known.size() ? known[at] + shift : next;
    next = costed.changes_flow ? ++piece * apart + shift : next + static_cast<std::uint64_t>(costed.size_bytes);
  }
  return addresses;
}

bool is_in(const std::vector<std::uint64_t> &sorted, std::uint64_t block) {
  return std::ranges::binary_search(sorted, block);
}

/// The first byte of the instruction, or of the pair that is fused with it. A pair is not fused if its jump begins a
/// block of `lost_bytes`.
std::uint64_t first_byte(const CostedKernel &kernel, const std::vector<std::uint64_t> &addresses, std::size_t i,
                         std::uint64_t lost_bytes) {
  const std::size_t previous = (i == 0 ? addresses.size() : i) - 1;
  return kernel.instructions[previous].fused_with_next && addresses[i] % lost_bytes != 0 ? addresses[previous]
                                                                                         : addresses[i];
}

} // namespace

std::vector<int> jumps_not_kept(const CostedKernel &kernel, std::uint64_t shift) {
  const std::optional<OpCache> &cache = kernel.model.core().op_cache;
  if (!cache || !cache->unkept_jumps)
    return {};
  const auto block_bytes = static_cast<std::uint64_t>(cache->unkept_jumps->block_bytes);
  const auto lost_bytes = static_cast<std::uint64_t>(cache->unkept_jumps->lost_bytes);
  const std::vector<std::uint64_t> addresses = addresses_of(kernel, shift);
  std::vector<int> jumps;
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    const CostedInstruction &costed = *kernel.instructions[i].costed;
    const std::uint64_t end = addresses[i] + static_cast<std::uint64_t>(costed.size_bytes);
    if ((costed.is_branch || costed.changes_flow) &&
        first_byte(kernel, addresses, i, lost_bytes) / block_bytes != end / block_bytes)
      jumps.push_back(static_cast<int>(i));
  }
  return jumps;
}

int place_period(const Core &core) {
  return core.op_cache && core.op_cache->unkept_jumps ? core.op_cache->unkept_jumps->lost_bytes
                                                      : core.fetch->block_bytes;
}

CodeCounts &CodeCounts::operator+=(const CodeCounts &other) {
  bytes += other.bytes;
  blocks += other.blocks;
  ops += other.ops;
  entries += other.entries;
  reads += other.reads;
  uncached_bytes += other.uncached_bytes;
  lost_bytes += other.lost_bytes;
  lost_cycles += other.lost_cycles;
  return *this;
}

CodeCounts sum_of(const std::vector<CodeCounts> &pieces) {
  CodeCounts sum;
  for (const CodeCounts &piece : pieces)
    sum += piece;
  return sum;
}

std::vector<CodeCounts> read_pieces(const CostedKernel &kernel, std::uint64_t shift,
                                    const std::vector<int> &lost_jumps) {
  const Core &core = kernel.model.core();
  CodeReader reader(core);
  const std::vector<std::uint64_t> addresses = addresses_of(kernel, shift);
  std::vector<std::uint64_t> lost_blocks;
  const std::uint64_t lost_bytes =
      lost_jumps.empty() ? 1 : static_cast<std::uint64_t>(core.op_cache->unkept_jumps->lost_bytes);
  for (const int jump : lost_jumps)
    lost_blocks.push_back(first_byte(kernel, addresses, at(jump), lost_bytes) / lost_bytes);
  std::ranges::sort(lost_blocks);
  const std::size_t count = kernel.instructions.size();
  const std::size_t first = first_piece(kernel);
  bool joins_previous = false;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = (first + i) % count;
    if (reader.is_between_pieces())
      reader.begin_piece(addresses[at]);
    const PlacedInstruction &placed = kernel.instructions[at];
    reader.read(*placed.costed, joins_previous, is_in(lost_blocks, addresses[at] / lost_bytes));
    joins_previous = placed.shares_slot_with_next;
  }
  return std::move(reader).pieces();
}

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
  supply.blocks = Cycles(counts.bytes, core.fetch->block_bytes);
  raise(supply, CodeSupply::Limit::blocks, supply.blocks);
  if (core.op_cache && is_too_dense(*core.op_cache, *core.fetch, counts.ops, counts.bytes)) {
    supply.dense_bytes = counts.bytes;
    raise(supply, CodeSupply::Limit::dense, uncached_cycles(*core.op_cache, counts.bytes));
  }
  supply.length_changes = static_cast<int>(std::ranges::count_if(
      kernel.instructions, [](const PlacedInstruction &placed) { return placed.costed->changes_length; }));
  if (supply.length_changes > 0)
    raise(supply, CodeSupply::Limit::lengths, core.fetch->length_change_cycles * Cycles(supply.length_changes));
  supply.least = supply.most = supply.cycles;
  return supply;
}

CodeSupply supply_of_loop(const CostedKernel &kernel, const CodeCounts &counts, Cycles dispatch_cycles) {
  const Core &core = kernel.model.core();
  CodeSupply supply;
  supply.bytes = counts.bytes;
  supply.blocks = Cycles(counts.blocks);
  raise(supply, CodeSupply::Limit::blocks, supply.blocks);
  supply.entries = core.op_cache ? counts.reads : 0;
  supply.dense_bytes = counts.uncached_bytes;
  supply.lost_bytes = counts.lost_bytes;
  if (core.op_cache) {
    const Cycles read(supply.entries, core.op_cache->entries_per_cycle);
    const Cycles unkept = uncached_cycles(*core.op_cache, counts.uncached_bytes);
    const Cycles lost(counts.lost_cycles);
    if (const Cycles all = read + unkept + lost; all > supply.blocks)
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
      for (const auto count :
           {&CodeCounts::blocks, &CodeCounts::entries, &CodeCounts::reads, &CodeCounts::uncached_bytes}) {
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
    return supply_of_straight_line(kernel, sum_of(read_pieces(kernel, 0)));
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
