// What the generator of benchmark code must know about an instruction set; it derives the rest from LLVM's tables.
//
// Texts are assembly with placeholders: {s} and {d} are the source and destination registers as RegisterFamily writes
// them. Texts name some fixed registers directly. These registers hold a zero, a constant, and (in two of them) the
// address of the memory. Helpers use them to restore a register to a fixed value by operations that still depend on the
// old value.
#pragma once

#include "kernel/instruction.h"
#include "kernel/isa.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::measure {

/// Where values are kept between instructions. Moving a value from one domain to another needs an instruction.
/// second_vector: MMX registers; on RISC-V the vector registers, which are separate from those of the floating-point
/// unit.
enum class Domain { general, vector, mask, carry, flags, second_vector };

[[nodiscard]] std::string_view name_of(Domain domain);

/// Empty: registers that the generator cannot fill or chain (segment, x87 and control registers).
[[nodiscard]] std::optional<Domain> domain_of(Isa isa, const Register &reg);

/// A register of the machine with all its parts.
struct RegisterFamily {
  Domain domain = Domain::general;
  std::string llvm_name;                ///< of the whole register
  std::string text;                     ///< the replacement for {s} and {d}
  std::vector<std::string> narrow = {}; ///< replace {s4}, {s2}, {s1} and {d4}, ...: its parts of 4, 2 and 1 bytes
};

/// Instructions that carry a value from a register of one domain to one of another.
struct Helper {
  std::string name; ///< unique, for readers of a measurement file
  Domain from = Domain::general;
  Domain to = Domain::general;
  std::string text;
  /// Only the sum of the helper's time and the time of the way back can be measured. This figure, if set, is assumed to
  /// be the helper's part of the sum. Otherwise the first helpers of the two directions are assumed to take equally
  /// long.
  std::optional<double> assumed_cycles = std::nullopt;
};

/// Loads or stores memory through the second address register.
struct MemoryHelper {
  Domain domain = Domain::general;
  int width_bytes = 0;
  std::string load;  ///< to {d}
  std::string store; ///< from {s}
};

/// The initial values of registers and memory; results are restored to `constant`.
struct ValueSet {
  std::string name; ///< empty for the usual set
  std::uint64_t constant = 0x2c47;
  std::uint64_t other_constant = 0x1b35;
  std::uint64_t vector_word = 0;       ///< in each 64 bits of sources
  std::uint64_t other_vector_word = 0; ///< in each 64 bits of what vectors are restored to
  std::uint64_t memory_word = 0;
};

/// The replacement for {v} in texts about vectors of this width. Helpers use the width of the instruction under test,
/// so that they do not disturb it.
struct VectorFile {
  int width_bits = 0;
  std::string text;
};

/// Restores a vector to the constant. Some operations pass their results late to operations of another kind. If the
/// restorer is of the same kind as the operation under test, the chain does not include that delay.
struct VectorRestorer {
  std::string name;
  std::string text;
};

struct IsaDescription {
  Isa isa = Isa::x86_64;
  std::vector<RegisterFamily> pool;    ///< registers to choose from, preferred ones first
  std::string address_register;        ///< LLVM's name; it holds `memory_address`
  std::string second_address_register; ///< another register with the same address
  std::string address_text;            ///< as written in texts
  std::string second_address_text;
  /// As written in texts; no instruction under test writes these registers.
  std::string zero_text;
  std::string constant_text;
  std::string other_constant_text;
  std::vector<Helper> helpers;
  std::vector<MemoryHelper> memory_helpers;
  std::vector<VectorFile> vector_files; ///< the narrowest first; empty: texts contain no width
  std::string restore_general;          ///< {d} = constant, depending on {s}
  std::string restore_vector;
  std::vector<VectorRestorer> other_vector_restorers; ///< the same with operations of other kinds
  std::string restore_mask;
  std::string restore_address;                          ///< {d} = the address, depending on {s}
  std::string restore_index;                            ///< {d} = the index that addresses use, 0x40
  std::string restore_vector_index;                     ///< {d} = zeros
  std::vector<std::pair<Domain, std::string>> breakers; ///< {d} no longer depends on its previous value
  /// Breaks the dependency of the first 8 bytes at the address. If possible, the address is written in a form that no
  /// other text uses, so that no core predicts a dependency with another access of the benchmark.
  std::string break_memory;
  std::string set_address; ///< {d} = the address; for the code before the first copy
  std::string set_index;
  std::string set_vector_index;
  std::string fence; ///< no instruction after it begins before all instructions before it have ended
  bool index_is_optional = true;
};

/// The narrowest of `vector_files` that holds `width_bits`, or else the widest. If there are none, the result has an
/// empty text.
[[nodiscard]] VectorFile vector_file(const IsaDescription &isa, int width_bits);

/// Replaces {v} in `text`.
[[nodiscard]] std::string with_vector_file(std::string text, const VectorFile &file);

constexpr std::uint64_t memory_address = 0x2324000;

/// How x86 vector instructions are encoded. Mixing the encodings costs time, so helpers must use the same one. `mmx` is
/// legacy with the MMX registers filled too. Other instruction sets ignore the encoding.
enum class VectorEncoding { legacy, mmx, avx, avx512 };

[[nodiscard]] IsaDescription describe(Isa isa, VectorEncoding encoding);
[[nodiscard]] IsaDescription describe_x86(VectorEncoding encoding);
[[nodiscard]] IsaDescription describe_aarch64();
[[nodiscard]] IsaDescription describe_riscv();

/// Assembly that fills all registers of the pool and the fixed registers.
[[nodiscard]] std::string beginning(const IsaDescription &isa, VectorEncoding encoding, const ValueSet &values);
[[nodiscard]] std::string x86_beginning(const IsaDescription &isa, VectorEncoding encoding, const ValueSet &values);
[[nodiscard]] std::string aarch64_beginning(const IsaDescription &isa, const ValueSet &values);
[[nodiscard]] std::string riscv_beginning(const IsaDescription &isa, const ValueSet &values);
[[nodiscard]] std::string hexadecimal(std::uint64_t value); ///< "0x2c47"

/// The value sets for an instruction: more than one if its time depends on them.
[[nodiscard]] std::vector<ValueSet> value_sets(Isa isa, std::string_view opcode, std::string_view mnemonic);

/// The value that a register is restored to. The quotient of a division must fit, so not every constant is possible.
enum class FixedValue { constant, other_constant, zero, address };
[[nodiscard]] FixedValue value_wanted(Isa isa, std::string_view mnemonic, const Register &reg, bool implicit);

/// Whether the instruction's results must be restored before they are sources again, because they would become special
/// values such as infinity.
[[nodiscard]] bool drifts_to_special_values(Isa isa, std::string_view mnemonic);

} // namespace osaca::measure
