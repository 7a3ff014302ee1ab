// Copies of an instruction that do not wait for each other.
#pragma once

#include "measure/harness/benchmark.h"
#include "measure/isa/operand_choice.h"

#include <vector>

namespace osaca::measure {

struct ThroughputCode {
  Benchmark benchmark;
  bool waits = false;                ///< each copy for the one before, because no other registers could be chosen
  std::vector<std::string> breakers; ///< instructions before each copy, which take part in the time
};

/// One or two ways: results go to as many registers in turn as there are; and, if the instruction reads what it writes
/// where no other register can be chosen, with instructions before each copy that cut it off. The smaller figure is
/// the better one.
[[nodiscard]] Expected<std::vector<ThroughputCode>> throughput_codes(OperandChooser &chooser, PieceMaker &pieces,
                                                                     const FormShape &shape, VectorEncoding encoding,
                                                                     const ValueSet &values);

} // namespace osaca::measure
