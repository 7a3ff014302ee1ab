// What the generator of benchmark code must be told of an instruction set; all else it works out from LLVM's tables.
//
// Texts are assembly with placeholders: {s} and {d} are the source's and the destination's register as RegisterFamily
// writes them. Fixed registers, which texts name directly, hold a zero, a constant and (twice) the address of the
// memory, so that a value can be put back to what it was, by operations that depend on what it is.
#pragma once

#include "kernel/isa.h"
#include "kernel/operand.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::measure {

/// Where values live between instructions. Moving them from one to another is an instruction of its own.
/// second_vector: MMX registers; on RISC-V the vector registers beside those of the floating-point unit.
enum class Domain { general, vector, mask, carry, flags, second_vector };

[[nodiscard]] std::string_view name_of(Domain domain);

/// Empty: registers that the generator has no means to fill or chain (segments, x87, control).
[[nodiscard]] std::optional<Domain> domain_of(Isa isa, const Register &reg);

/// One register of the machine with all its parts.
struct RegisterFamily {
  Domain domain = Domain::general;
  std::string llvm_name;                ///< of the whole
  std::string text;                     ///< what {s} and {d} become
  std::vector<std::string> narrow = {}; ///< {s4}, {s2}, {s1} and {d4}, ...: its parts of 4, 2 and 1 bytes
};

/// Instructions that carry a value from one domain's register to another's.
struct Helper {
  std::string name; ///< unique, for the reader of a measurement
  Domain from = Domain::general;
  Domain to = Domain::general;
  std::string text;
  /// How long it takes cannot be measured, only how long it takes together with the way back. Then either this figure
  /// is assumed, or (without one) the first way there and the first way back are assumed to take equally long.
  std::optional<double> assumed_cycles = std::nullopt;
};

/// Reads or writes memory through the second address register.
struct MemoryHelper {
  Domain domain = Domain::general;
  int width_bytes = 0;
  std::string load;  ///< to {d}
  std::string store; ///< from {s}
};

/// Values that registers and memory begin with; results are put back to `constant`.
struct ValueSet {
  std::string name; ///< "" for the usual one
  std::uint64_t constant = 0x2c47;
  std::uint64_t other_constant = 0x1b35;
  std::uint64_t vector_word = 0;       ///< in each 64 bits of sources
  std::uint64_t other_vector_word = 0; ///< of what is put back
  std::uint64_t memory_word = 0;
};

/// What {v} becomes in texts about vectors of this width: helpers as wide as the instruction do not disturb it.
struct VectorFile {
  int width_bits = 0;
  std::string text;
};

/// Puts a vector back to the constant. Some operations hand over values late to operations of another kind; a chain
/// through one of their own kind does not show that.
struct VectorRestorer {
  std::string name;
  std::string text;
};

struct IsaDescription {
  Isa isa = Isa::x86_64;
  std::vector<RegisterFamily> pool;    ///< free to choose from, the ones to prefer first
  std::string address_register;        ///< LLVM's name; holds `memory_address`
  std::string second_address_register; ///< the same address by another name
  std::string address_text;            ///< as texts name it
  std::string second_address_text;
  /// As texts name them; no instruction under test writes these.
  std::string zero_text;
  std::string constant_text;
  std::string other_constant_text;
  std::vector<Helper> helpers;
  std::vector<MemoryHelper> memory_helpers;
  std::vector<VectorFile> vector_files; ///< the narrowest first; empty: texts name no width
  std::string restore_general;          ///< {d} = constant, depending on {s}
  std::string restore_vector;
  std::vector<VectorRestorer> other_vector_restorers; ///< the same by operations of other kinds
  std::string restore_mask;
  std::string restore_address;                          ///< {d} = the address, depending on {s}
  std::string restore_index;                            ///< {d} = `index_value`
  std::string restore_vector_index;                     ///< {d} = zeros
  std::vector<std::pair<Domain, std::string>> breakers; ///< {d} no longer depends on what it was
  /// The first 8 bytes at the address no longer do; where it can be, the address is written as no other text does, so
  /// that no core expects the value to come from or go to another of our accesses.
  std::string break_memory;
  std::string set_address; ///< {d} = the address; for the beginning
  std::string set_index;
  std::string set_vector_index;
  std::string fence; ///< nothing behind it begins before all in front of it has ended
  bool index_is_optional = true;
};

/// The narrowest file that holds `width_bits`, or the widest; empty text if there are none.
[[nodiscard]] VectorFile vector_file(const IsaDescription &isa, int width_bits);

/// `text` with {v} filled in.
[[nodiscard]] std::string with_vector_file(std::string text, const VectorFile &file);

constexpr std::uint64_t memory_address = 0x2324000;
constexpr std::uint64_t index_value = 0x40;

/// How x86 vector instructions are encoded, which do not go together well: helpers must be of the same kind. `mmx` is
/// legacy with these registers filled too. Elsewhere it means nothing.
enum class VectorEncoding { legacy, mmx, avx, avx512 };

[[nodiscard]] IsaDescription describe(Isa isa, VectorEncoding encoding);
[[nodiscard]] IsaDescription describe_x86(VectorEncoding encoding);
[[nodiscard]] IsaDescription describe_aarch64();
[[nodiscard]] IsaDescription describe_riscv();

/// Assembly that fills all registers of the pool and the fixed ones.
[[nodiscard]] std::string beginning(const IsaDescription &isa, VectorEncoding encoding, const ValueSet &values);
[[nodiscard]] std::string x86_beginning(const IsaDescription &isa, VectorEncoding encoding, const ValueSet &values);
[[nodiscard]] std::string aarch64_beginning(const IsaDescription &isa, const ValueSet &values);
[[nodiscard]] std::string riscv_beginning(const IsaDescription &isa, const ValueSet &values);
[[nodiscard]] std::string hexadecimal(std::uint64_t value); ///< "0x2c47"

/// Value sets for an instruction: more than one where the time depends on them.
[[nodiscard]] std::vector<ValueSet> value_sets(Isa isa, std::string_view opcode, std::string_view mnemonic);

/// What a register is put back to: the quotient of a division must fit, so not any constant does.
enum class FixedValue { constant, other_constant, zero, address };
[[nodiscard]] FixedValue value_wanted(Isa isa, std::string_view mnemonic, const Register &reg, bool implicit);

/// Whether its results must be put back before they are sources again, because they would become special.
[[nodiscard]] bool drifts_to_special_values(Isa isa, std::string_view mnemonic);

} // namespace osaca::measure
