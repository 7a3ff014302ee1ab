// Reads the machine code of basic blocks, instruction by instruction. LLVM's objects are set up once and reused. LLVM's
// types do not appear in this interface.
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

  /// Reads the instruction at the start of `code`. Returns its length in bytes; 0 if the bytes are no instruction.
  [[nodiscard]] int read(std::span<const std::uint8_t> code);
  /// A lock prefix is treated as an instruction of its own, so one read() can yield two instructions. After the prefix,
  /// this call advances to the locked instruction. It returns false if there is no further instruction.
  [[nodiscard]] bool read_next_part();

  /// The instruction that was read last, without compiler costs. Its text is left empty unless `with_text` is set,
  /// because printing takes longer than all other steps.
  [[nodiscard]] Instruction instruction(bool with_text);
  /// Takes back an instruction that is no longer needed, and reuses its memory for the next one.
  void recycle(Instruction &&used);
  /// The costs of the instruction that was read last, in the compiler's models, one entry for each of
  /// DecodeOptions::scheduling_cpus.
  [[nodiscard]] std::vector<CompilerCost> compiler_costs(const VectorType &type = {});
  /// Whether a core with these names has that instruction, according to LLVM. True if LLVM does not know the core.
  [[nodiscard]] bool is_on_core(const NamesOfCore &names);

private:
  struct State;
  explicit BlockReader(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// Whether the instruction is only a prefix. LLVM returns prefixes that it cannot combine with the next instruction as
/// separate instructions.
[[nodiscard]] bool is_lone_prefix(const Instruction &instruction);

} // namespace osaca
