#pragma once

#include "base/source_location.h"
#include "kernel/affine_result.h"
#include "kernel/cost.h"
#include "kernel/isa.h"
#include "kernel/operand.h"
#include "kernel/vector_type.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

/// An instruction's place among those of the unit (a text, some functions of an object) that it was read from.
enum class InstructionNumber : std::int32_t { none = -1 };

/// What an instruction does to x87's stack of registers beside reading and writing its operands.
struct RegisterStackUse {
  int pops = 0;           ///< places by which the top moves; negative: pushes
  bool exchanges = false; ///< nothing is computed, two registers change names (fxch)
  bool is_lost = false;   ///< what is where behind it is not known
};

/// One machine instruction, decoded. Immutable once made.
struct Instruction {
  std::string opcode;   ///< LLVM's opcode name ("VADDPDYrm"): the key of the models. Empty: not decoded
  std::string mnemonic; ///< "vaddpd"
  std::string text;     ///< as in the input (assembly) or as printed by the disassembler
  /// Explicit operands in LLVM's order (a memory reference is one operand, a tied source is merged into its
  /// destination), then implicit ones.
  std::vector<Operand> operands;
  int size_bytes = 0; ///< encoded length, 0 if unknown
  InstructionNumber number = InstructionNumber::none;
  int line = 0;                           ///< line of the input text
  SourceLocation source;                  ///< from .loc, DWARF or the plugin
  std::vector<SourceLocation> inlined_at; ///< call sites through which it was inlined, innermost first

  std::string array; ///< that it loads from or stores to, as the source names it; "" unknown

  bool loads = false;
  bool stores = false;
  bool is_branch = false;      ///< any jump, conditional or not; not calls
  bool is_conditional = false; ///< conditional branch
  bool is_call = false;
  bool is_return = false;
  bool is_taken =
      false; ///< a conditional branch that the kernel's path takes; other jumps, calls and returns always do
  bool is_of_inner_loop = false; ///< the kernel is of a loop around that one
  std::optional<double>
      taken_probability; ///< of a conditional branch, from 0 to 1, as the compiler believes or was told by a profile
  bool repeats = false;  ///< x86: a string operation with a repeat prefix, as often as a register says
  bool is_prefetch = false;
  bool is_nop = false;
  bool is_vector_packed = false;      ///< works on more than one element
  bool is_scalar_fp = false;          ///< floating point on one element
  bool computes_address = false;      ///< lea: the parts of an address are plain operands, nothing is accessed
  int address_scale = 1;              ///< lea: what its index is multiplied by
  bool loads_pointer = false;         ///< all of a general register, or its lower half, and nothing else, from memory
  std::optional<AffineResult> affine; ///< what it makes of a general register, if that is easily told
  std::optional<std::int64_t> result_mask;        ///< of its result no other bits are set than in this
  std::optional<RegisterStackUse> register_stack; ///< empty: does not touch it
  VectorType vector_type;                         ///< RISC-V: in force where it is executed, as far as it is known
  std::string branch_target;                      ///< label or "" (indirect, unknown)

  /// One entry per core that the decoder was asked for (DecodeOptions::scheduling_cpus), in that order; none where
  /// nobody asked (CompilerFigures).
  std::vector<CompilerCost> compiler_costs;
};

/// x86: movs, stos, lods, scas and cmps, of any width.
[[nodiscard]] inline bool is_string_operation(std::string_view opcode) {
  return opcode.size() == 5 && (opcode.starts_with("MOVS") || opcode.starts_with("STOS") ||
                                opcode.starts_with("LODS") || opcode.starts_with("SCAS") || opcode.starts_with("CMPS"));
}

/// What it does to a register, if that is the addition of a constant to another one or to itself.
[[nodiscard]] inline std::optional<RegisterUpdate> update_of(const Instruction &instruction) {
  return instruction.affine ? as_update(*instruction.affine) : std::nullopt;
}

} // namespace osaca
