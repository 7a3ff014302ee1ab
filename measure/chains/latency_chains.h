// Code in which each copy of an instruction waits for the one before, from one chosen operand to another.
//
// Where the result can be the next copy's source, the chain is the instruction alone. Otherwise helpers carry the
// value: to the other register, to another kind of register, through memory, or back to a value that is not special.
// What else the instruction reads and writes is cut off before each copy.
#pragma once

#include "measure/harness/benchmark.h"
#include "measure/isa/operand_choice.h"

#include <string>
#include <vector>

namespace osaca::measure {

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

/// All pairs through which a value can pass. (An address does not pass into what is stored there.)
[[nodiscard]] std::vector<OperandPair> operand_pairs(const FormShape &shape);

class ChainBuilder {
public:
  ChainBuilder(OperandChooser &chooser, PieceMaker &pieces, VectorEncoding encoding)
      : chooser_(chooser), pieces_(pieces), encoding_(encoding) {}

  /// More than one where a result has parts that are read by different helpers (flags): the slowest `reading` counts,
  /// the others may read what the instruction leaves alone. And where another operand is read and written, with that
  /// cut off and without, and where vectors are put back by operations of several kinds: of one reading the fastest
  /// counts, since either may get in the way. Error: why there is none.
  [[nodiscard]] Expected<std::vector<LatencyChain>> chains(const FormShape &shape, const OperandPair &pair,
                                                           const ValueSet &values);

private:
  struct Way {
    int reading = 0;
    bool cuts = true; ///< other operands off
    int restorer = 0;
  };
  [[nodiscard]] Expected<LatencyChain> one_chain(const FormShape &shape, const OperandPair &pair,
                                                 const ValueSet &values, const Way &way);

  OperandChooser &chooser_;
  PieceMaker &pieces_;
  VectorEncoding encoding_;
};

} // namespace osaca::measure
