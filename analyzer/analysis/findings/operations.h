// What the instructions of a loop compute: floating-point operations by opcode name, Newton's steps, the width of
// vectors, counts.
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

// Floating-point operations by opcode name: what the code rules need to know about them. Data, no mechanism.

/// A multiplication and the addition or subtraction that a fused operation could replace together with it.
struct FusablePair {
  std::string_view multiply; ///< opcode prefix
  std::string_view add;      ///< opcode prefix
  std::string_view fused;    ///< an opcode of the fused form: if a core's model knows it, the core has it
};
[[nodiscard]] std::span<const FusablePair> fusable_pairs();

/// Whether `opcode` is scalar floating-point arithmetic (not a move, conversion or comparison) that has a packed form.
[[nodiscard]] bool has_packed_form(std::string_view opcode);
/// Whether `opcode` is packed floating-point arithmetic.
[[nodiscard]] bool is_packed_arithmetic(std::string_view opcode);

/// Of a fused multiply-add: which operand (as in Instruction::operands) is added to the product; empty: it is none.
[[nodiscard]] std::optional<std::size_t> addend_operand(std::string_view opcode);

/// What operations have in common that may be done in any order: additions, subtractions and fused operations are all
/// "sum"; any other is itself.
[[nodiscard]] std::string operation_class(std::string_view mnemonic);

/// Of packed arithmetic of SSE and AVX, by opcode name: the form on registers ("VADDPDYrm" -> "VADDPDYrr"), and that on
/// vectors of twice the width, on registers too. Empty where there is none.
[[nodiscard]] std::string in_registers(std::string_view opcode);
[[nodiscard]] std::string wider_form(std::string_view opcode);
/// Whether it works on vectors of 512 bits.
[[nodiscard]] bool is_widest_form(std::string_view opcode);

// Newton's steps: what compilers write in place of a division or a root where they may be inexact. An instruction
// estimates the reciprocal (or that of the root), and multiplications and additions make it exact. Nobody wrote these,
// and no option fuses them.

/// By instruction: whether it refines an estimate.
[[nodiscard]] std::vector<bool> refinements(const KernelFacts &facts);

// How wide the vectors are that a loop works with.

/// Bits of the widest vector register that packed arithmetic, or a packed access to memory other than constants and the
/// stack, works on; 0: the loop handles one element at a time. Packed instructions alone say little: compilers clear,
/// copy and negate scalars with them. Scalable registers count with the width that LLVM gives them (128 bits).
[[nodiscard]] int vector_bits(const Kernel &kernel);

// Counts of what the instructions of a loop do.

[[nodiscard]] CodeMix kind_of_code(const Kernel &kernel, const AddressAnalysis &addresses);

} // namespace osaca
