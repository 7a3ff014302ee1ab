// What the instructions of a loop compute: floating-point operations by opcode name, Newton steps, the width of
// vectors, and counts.
#pragma once

#include "analysis/findings/findings.h"
#include "analysis/graph/address.h"
#include "base/loop_code.h"
#include "kernel/instruction.h"
#include "kernel/kernel.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

// Floating-point operations by opcode name, for the code rules.

/// A multiplication and an addition or subtraction that one fused operation could replace.
struct FusablePair {
  std::string_view multiply; ///< opcode prefix
  std::string_view add;      ///< opcode prefix
  std::string_view fused;    ///< an opcode of the fused form; if a core's model has it, the core supports it
};
[[nodiscard]] std::span<const FusablePair> fusable_pairs();

/// Whether `opcode` is scalar floating-point arithmetic (not a move, conversion or comparison) that has a packed form.
[[nodiscard]] bool has_packed_form(std::string_view opcode);
/// Whether `opcode` is packed floating-point arithmetic.
[[nodiscard]] bool is_packed_arithmetic(std::string_view opcode);

/// Whether `opcode` adds the elements of a vector to a scalar one after the other, in their order (fadda, vfredosum).
/// Compilers use it for sums that they may not reorder.
[[nodiscard]] bool is_ordered_sum(std::string_view opcode);

/// The operand of a fused multiply-add (index into Instruction::operands) that is added to the product. Empty: the
/// opcode is not a fused multiply-add.
[[nodiscard]] std::optional<std::size_t> addend_operand(std::string_view opcode);

/// A name for operations that may be reordered with each other: "sum" for additions, subtractions and fused operations;
/// any other operation is its own class.
[[nodiscard]] std::string operation_class(std::string_view mnemonic);

/// For packed arithmetic of SSE and AVX, by opcode name: the register form ("VADDPDYrm" -> "VADDPDYrr"), and the
/// register form on vectors of twice the width. Empty if there is none.
[[nodiscard]] std::string in_registers(std::string_view opcode);
[[nodiscard]] std::string wider_form(std::string_view opcode);
/// Whether the opcode works on vectors of 512 bits.
[[nodiscard]] bool is_widest_form(std::string_view opcode);

// Newton steps. Compilers use them instead of a division or a root if the result may be inexact. An instruction
// estimates the reciprocal (of the number or of its root), and multiplications and additions refine the estimate. These
// operations are not in the source, and no compiler option fuses them.

/// For each instruction, whether it refines an estimate.
[[nodiscard]] std::vector<bool> refinements(const KernelFacts &facts);

// The width of the vectors that a loop works with.

/// Bits of the widest vector register used by packed arithmetic, or by a packed access to memory other than constants
/// and the stack. 0: the loop works on one element at a time. Other packed instructions do not count, because compilers
/// also use them to clear, copy and negate scalars. Scalable registers count with LLVM's width (128 bits), or with
/// `scalable_bits` if LLVM has none, as for RISC-V.
[[nodiscard]] int vector_bits(const Kernel &kernel, int scalable_bits = 128);

// Counts of what the instructions of a loop do.

[[nodiscard]] CodeMix kind_of_code(const Kernel &kernel, const AddressAnalysis &addresses);

} // namespace osaca
