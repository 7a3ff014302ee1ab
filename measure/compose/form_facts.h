// Everything that is known about one instruction form: measured figures, inferred ports, the compiler's data; and the
// latencies derived from them.
#pragma once

#include "base/expected.h"
#include "kernel/instruction.h"
#include "measure/compose/result_files.h"
#include "measure/file/measurement_file.h"
#include "measure/tables/form_figures.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace osaca::measure::compose {

// Everything that is known about one instruction form: what was measured, what was inferred, what the compiler says.

struct FormFacts {
  std::string opcode;
  Instruction instruction;                ///< an example
  FormFigures figures;                    ///< measured
  std::optional<double> throughput;       ///< cycles per copy; the middle of the measured range
  bool throughput_is_bound = false;       ///< the throughput is an upper bound: the figure includes something else
  std::set<OperandPairName> direct_pairs; ///< pairs whose latency was measured with copies alone, without helpers
  std::optional<double> store_to_result_cycles; ///< of a chain of a plain store and this form, which reads the value
  CompilerCost compiler;
  const InferredForm *inferred = nullptr;

  [[nodiscard]] bool accesses_memory() const { return instruction.loads || instruction.stores; }
};

/// All forms with a figure, in the order of the file. Error: the compiler does not know the core.
[[nodiscard]] Expected<std::vector<FormFacts>> facts_of(const MeasurementFile &measured, const PortFindings &ports);

// The latencies of a form between its registers and through the memory that it reads, in the terms of models.

struct FormLatencies {
  Cycles usual;                           ///< of most pairs of operands
  std::vector<OperandLatency> exceptions; ///< sorted
  bool is_measured = false;               ///< false: from the compiler
};

/// The latencies between registers. `load_latency_cycles`: the latency of the core's loads. The measured time from an
/// address to the result includes this latency. It is subtracted, so that the latency of the operation remains.
[[nodiscard]] FormLatencies latencies_between_registers(const FormFacts &form, double load_latency_cycles);

/// From the address to the result, with the load and the operation.
[[nodiscard]] std::optional<double> address_to_result_cycles(const FormFacts &form);
/// From a plain store's data to the register that the form writes.
[[nodiscard]] std::optional<double> memory_to_register_cycles(const FormFacts &form);
/// From the value in memory to the value that is written back, for operations on memory.
[[nodiscard]] std::optional<double> memory_to_memory_cycles(const FormFacts &form);

/// The nearest whole number if the difference is within the scatter of measurements, otherwise rounded to hundredths.
[[nodiscard]] Cycles tidy_cycles(double cycles);

// Forms that differ only in the size of an immediate do the same work.

/// Measured code is so long that it is decoded again in every pass, so long immediates cost time that they do not cost
/// in loops. If a form took clearly longer than a form with a smaller immediate, it gets the figures of the faster
/// form.
[[nodiscard]] std::vector<FormFacts> with_figures_of_siblings(std::vector<FormFacts> facts);

} // namespace osaca::measure::compose
