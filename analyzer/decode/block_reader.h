// Machine code of basic blocks, one instruction after the other, with what LLVM needs for that set up once. No header
// of this interface shows LLVM.
#pragma once

#include "base/expected.h"
#include "decode/decoder.h"
#include "kernel/instruction.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace osaca {

class BlockReader {
public:
  [[nodiscard]] static Expected<BlockReader> create(Isa isa, const DecodeOptions &options);
  BlockReader(BlockReader &&) noexcept;
  ~BlockReader();

  /// Reads the instruction at the start of `code`: its length in bytes; 0: there is none.
  [[nodiscard]] int read(std::span<const std::uint8_t> code);
  /// A lock among the prefixes is an instruction before its own. Goes on to that; false: what was read last was all.
  [[nodiscard]] bool read_next_part();

  /// What was read last. Without its text (which takes longer than all the rest) where nobody will see it. No
  /// compiler_costs.
  [[nodiscard]] Instruction instruction(bool with_text);
  /// Takes it back when nobody needs it any more: its memory serves for the next one.
  void recycle(Instruction used);
  /// What the compiler's models say of it: one entry for each of DecodeOptions::scheduling_cpus.
  [[nodiscard]] std::vector<CompilerCost> compiler_costs(const VectorType &type = {});

private:
  struct State;
  explicit BlockReader(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// LLVM gives prefixes that it cannot fold into the next instruction as instructions of their own.
[[nodiscard]] bool is_lone_prefix(const Instruction &instruction);

} // namespace osaca
