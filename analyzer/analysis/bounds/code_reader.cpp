#include "analysis/bounds/code_reader.h"

#include <algorithm>

namespace osaca {
namespace {

std::int64_t rounded_up(std::int64_t value, std::int64_t divisor) { return (value + divisor - 1) / divisor; }

class CodeReader {
public:
  explicit CodeReader(const Core &core) : block_bytes_(core.fetch->block_bytes) {
    if (core.op_cache) {
      entry_ops_ = core.op_cache->entry_ops;
      most_entries_ = core.op_cache->block_entries;
    }
  }

  [[nodiscard]] bool is_between_pieces() const { return !open_; }

  void begin_piece(std::uint64_t address) {
    begin_ = offset_ = static_cast<std::int64_t>(address % static_cast<std::uint64_t>(block_bytes_));
    block_ = 0;
    open_ = true;
    pieces_.emplace_back();
  }

  /// A pair that is fused is one operation, in the block of its first instruction.
  void read(const CostedInstruction &instruction, bool joins_previous) {
    pieces_.back().bytes += instruction.size_bytes;
    if (!joins_previous) {
      if (offset_ / block_bytes_ != block_)
        end_block();
      block_ = offset_ / block_bytes_;
      ++ops_in_block_;
    }
    offset_ += instruction.size_bytes;
    if (instruction.changes_flow)
      end_piece();
  }

  std::vector<CodeCounts> pieces() && {
    if (open_)
      end_piece();
    return std::move(pieces_);
  }

private:
  void end_piece() {
    end_block();
    pieces_.back().blocks = rounded_up(offset_, block_bytes_);
    pieces_.back().reads = rounded_up(kept_ops_, entry_ops_);
    kept_ops_ = 0;
    open_ = false;
  }

  void end_block() {
    CodeCounts &piece = pieces_.back();
    const std::int64_t needed = rounded_up(ops_in_block_, entry_ops_);
    if (most_entries_ > 0 && needed > most_entries_)
      piece.bytes_unkept += std::min(offset_, (block_ + 1) * block_bytes_) - std::max(begin_, block_ * block_bytes_);
    else {
      piece.entries += needed;
      kept_ops_ += ops_in_block_;
    }
    piece.ops += ops_in_block_;
    ops_in_block_ = 0;
  }

  std::int64_t block_bytes_;
  std::int64_t entry_ops_ = 1;
  std::int64_t most_entries_ = 0; ///< of a block; 0: any number
  std::int64_t begin_ = 0;        ///< of the piece, behind a border
  std::int64_t offset_ = 0;       ///< behind the same border
  std::int64_t block_ = 0;
  std::int64_t ops_in_block_ = 0;
  std::int64_t kept_ops_ = 0; ///< of the piece
  bool open_ = false;
  std::vector<CodeCounts> pieces_;
};

/// Where a piece begins: with the first instruction, or behind the last branch if control falls through into that one.
std::size_t first_piece(const CostedKernel &kernel) {
  const auto last = std::find_if(kernel.instructions.rbegin(), kernel.instructions.rend(),
                                 [](const PlacedInstruction &placed) { return placed.costed->changes_flow; });
  return kernel.way_back == WayBack::at_end ? 0 : static_cast<std::size_t>(kernel.instructions.rend() - last);
}

} // namespace

CodeCounts &CodeCounts::operator+=(const CodeCounts &other) {
  bytes += other.bytes;
  blocks += other.blocks;
  ops += other.ops;
  entries += other.entries;
  reads += other.reads;
  bytes_unkept += other.bytes_unkept;
  return *this;
}

CodeCounts sum_of(const std::vector<CodeCounts> &pieces) {
  CodeCounts sum;
  for (const CodeCounts &piece : pieces)
    sum += piece;
  return sum;
}

std::vector<CodeCounts> read_pieces(const CostedKernel &kernel, std::uint64_t shift) {
  CodeReader reader(kernel.model.core());
  const std::vector<std::uint64_t> &addresses = kernel.place.addresses;
  const std::size_t count = kernel.instructions.size();
  const std::size_t first = first_piece(kernel);
  bool joins_previous = false;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = (first + i) % count;
    if (reader.is_between_pieces())
      reader.begin_piece((at < addresses.size() ? addresses[at] : 0) + shift);
    const PlacedInstruction &placed = kernel.instructions[at];
    reader.read(*placed.costed, joins_previous);
    joins_previous = placed.shares_slot_with_next;
  }
  return std::move(reader).pieces();
}

} // namespace osaca
