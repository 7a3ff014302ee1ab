// Everything that is known of one instruction form: what was measured, what was inferred, what the compiler says.
#pragma once

#include "base/expected.h"
#include "kernel/instruction.h"
#include "measure/file/measurement_file.h"
#include "measure/model/ports_reader.h"
#include "measure/tables/form_figures.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace osaca::measure::composer {

struct FormFacts {
  std::string opcode;
  Instruction instruction;                      ///< an example
  FormFigures figures;                          ///< measured
  std::optional<double> throughput;             ///< cycles per copy, the middle of what was measured
  bool throughput_is_bound = false;             ///< it takes at most so long: the figure has something else in it
  std::set<OperandPairName> direct_pairs;       ///< latencies of chains of copies alone, without helpers
  std::optional<double> store_to_result_cycles; ///< chain of a plain store, and this form that loads it and works on it
  CompilerCost compiler;
  const InferredForm *inferred = nullptr;

  [[nodiscard]] bool accesses_memory() const { return instruction.loads || instruction.stores; }
};

/// Of all forms with a figure, in the file's order. Error: the compiler does not know the core.
[[nodiscard]] Expected<std::vector<FormFacts>> facts_of(const MeasurementFile &measured, const PortFindings &ports);

} // namespace osaca::measure::composer
