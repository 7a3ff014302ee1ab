// The number of floating-point operations that an instruction performs, derived from its name and its type.
#pragma once

#include "kernel/instruction.h"
#include "kernel/isa.h"
#include "report/roofline_report.h"

#include <cstdint>

namespace osaca {

// The rule. An addition, subtraction, multiplication, division, square root, minimum, maximum, and an estimate of a
// reciprocal or of its root count one for each element of the result. A fused multiply-add counts two, whatever signs
// it has. Sums of products, reductions and complex products count the additions and multiplications of the
// instruction's definition. Moves, conversions, comparisons, roundings, and changes of the sign count none. Intel's
// event FP_ARITH_INST_RETIRED counts the same kinds of operations, but two for each element of a dot product.

struct FloatOperations {
  FloatFormat format = FloatFormat::double_precision;
  std::int64_t count = 0; ///< operations per execution, with all elements active; 0: none
  bool is_known = true;   ///< false: the number of operations is unknown
  bool is_masked = false; ///< under a mask, so that some elements may be inactive
};

/// `vector_bits`: the length of SVE's and RISC-V's vector registers; 0: not known.
[[nodiscard]] FloatOperations float_operations(Isa isa, const Instruction &instruction, int vector_bits);

// Each instruction set's part; see float_operations().

[[nodiscard]] FloatOperations x86_float_operations(const Instruction &instruction);
[[nodiscard]] FloatOperations aarch64_float_operations(const Instruction &instruction, int vector_bits);
[[nodiscard]] FloatOperations riscv_float_operations(const Instruction &instruction, int vector_bits);

/// The format of floating-point numbers with this number of bits.
[[nodiscard]] FloatFormat float_format_of(int bits);

} // namespace osaca
