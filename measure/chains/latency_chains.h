// Code in which each copy of an instruction waits for the previous one, and the instructions that break unwanted
// dependencies between copies.
#pragma once

#include "measure/harness/benchmark.h"
#include "measure/isa/operand_choice.h"

#include <string>
#include <vector>

namespace osaca::measure {

// Instructions that break dependencies between copies, and the values of registers before the first copy.

/// The value that a register operand is restored to. Precondition: the operand is a register.
[[nodiscard]] FixedValue fixed_value(const IsaDescription &isa, const Instruction &instruction, const Operand &operand);

/// Whether the next copy would read what this operand writes, if both have the same registers.
[[nodiscard]] bool is_rewritten(const Instruction &instruction, const Operand &operand);

/// The instructions that break the dependency on the previous copy, for operands that are both read and written.
[[nodiscard]] std::vector<std::string> breakers_of(const OperandChooser &chooser, const FormShape &shape,
                                                   const Instruction &chosen, const std::vector<std::size_t> &kept);

/// Assembly that fills the registers. Registers of addresses and indices get the values that they need.
[[nodiscard]] std::string beginning_for(const OperandChooser &chooser, const FormShape &shape,
                                        const Instruction &chosen, VectorEncoding encoding, const ValueSet &values);

// Code in which each copy of an instruction waits for the previous one, from one chosen operand to another.
//
// If the result can be the next copy's source, the chain consists of the instruction alone. Otherwise helper
// instructions carry the value to the other register, to another kind of register, or through memory. They also restore
// a fixed value if the results would otherwise become special numbers, such as infinity. The other dependencies of the
// instruction are broken before each copy.

/// Where a value enters or leaves an instruction.
struct Endpoint {
  enum class Part { value, base, index }; ///< base, index: of a memory operand's address
  std::size_t operand = 0;                ///< in Instruction::operands
  Part part = Part::value;
  friend bool operator==(const Endpoint &, const Endpoint &) = default;
};

/// "1", "1.base", "1.index"
[[nodiscard]] std::string text_of(const Endpoint &endpoint);

struct OperandPair {
  Endpoint from;
  Endpoint to;
};

/// All pairs between which a value can pass. (An address does not pass into the value that is stored there.)
[[nodiscard]] std::vector<OperandPair> operand_pairs(const FormShape &shape);

class ChainBuilder {
public:
  ChainBuilder(OperandChooser &chooser, SnippetAssembler &pieces, VectorEncoding encoding)
      : chooser_(chooser), pieces_(pieces), encoding_(encoding) {}

  /// Returns the reason as an error if there is no chain. There are several chains in these cases:
  /// - Different helpers read different parts of a result, such as single flags. `reading` is the number of the helper.
  ///   The slowest chain counts, because other helpers may read parts that the instruction does not write.
  /// - Another operand is both read and written. One chain breaks the dependency through this operand, one does not.
  /// - Vectors are restored by operations of several kinds.
  ///
  /// In the last two cases, the fastest chain with the same `reading` is used, because breaking a dependency or
  /// restoring a value can itself add cycles.
  [[nodiscard]] Expected<std::vector<LatencyChain>> chains(const FormShape &shape, const OperandPair &pair,
                                                           const ValueSet &values);

private:
  struct Way {
    int reading = 0;
    bool cuts = true; ///< breaks the dependencies of other operands
    int restorer = 0;
  };
  [[nodiscard]] Expected<LatencyChain> one_chain(const FormShape &shape, const OperandPair &pair,
                                                 const ValueSet &values, const Way &way);

  OperandChooser &chooser_;
  SnippetAssembler &pieces_;
  VectorEncoding encoding_;
};

} // namespace osaca::measure
