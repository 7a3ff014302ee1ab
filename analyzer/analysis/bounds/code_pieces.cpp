#include "analysis/bounds/front_end.h"

#include "base/index.h"

#include <algorithm>

namespace osaca {

namespace {

std::int64_t rounded_up(std::int64_t value, std::int64_t divisor) { return (value + divisor - 1) / divisor; }

/// If blocks of code do not limit the core, their size only must not be too small.
int counted_block_bytes(const Core &core) {
  constexpr int page_bytes = 4096;
  return core.fetch->block_bytes > 0 ? core.fetch->block_bytes : page_bytes;
}

class CodeReader {
public:
  explicit CodeReader(const Core &core) : fetch_bytes_(counted_block_bytes(core)), block_bytes_(fetch_bytes_) {
    if (!core.op_cache)
      return;
    entry_ops_ = core.op_cache->entry_ops;
    entries_per_read_ = core.op_cache->entries_per_cycle;
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
    piece.joined_blocks = piece.blocks == 1 ? 0 : piece.blocks;
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
      piece.rereads += std::max<std::int64_t>(rounded_up(needed, entries_per_read_), 1) - 1;
      kept_ops_ += ops_in_block_;
    }
    piece.ops += ops_in_block_;
    ops_in_block_ = 0;
  }

  std::int64_t fetch_bytes_;
  std::int64_t block_bytes_; ///< of the op cache; divides fetch_bytes_
  std::int64_t entry_ops_ = 1;
  std::int64_t entries_per_read_ = 1;
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
  if (core.op_cache && core.op_cache->unkept_jumps)
    return core.op_cache->unkept_jumps->lost_bytes;
  if (core.fetch->block_bytes == 0)
    return core.op_cache ? std::max(core.op_cache->block_bytes, 1) : 1;
  return core.fetch->block_bytes;
}

CodeCounts &CodeCounts::operator+=(const CodeCounts &other) {
  bytes += other.bytes;
  blocks += other.blocks;
  joined_blocks += other.joined_blocks;
  ops += other.ops;
  entries += other.entries;
  reads += other.reads;
  rereads += other.rereads;
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

CodeCounts straight_line_counts(const CostedKernel &kernel) {
  CodeCounts counts;
  const std::size_t count = kernel.instructions.size();
  const std::size_t last = (first_piece(kernel) + count - 1) % count;
  for (std::size_t i = 0; i < count; ++i) {
    const PlacedInstruction &placed = kernel.instructions[i];
    counts.bytes += placed.costed->size_bytes;
    counts.ops += placed.shares_slot_with_next && i != last ? 0 : 1;
  }
  return counts;
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

} // namespace osaca
