// Latencies of a form between its registers, and through the memory that it reads, as models want them.
#pragma once

#include "measure/model/form_facts.h"

#include <optional>
#include <vector>

namespace osaca::measure::composer {

struct FormLatencies {
  Cycles usual;                           ///< that most pairs have
  std::vector<OperandLatency> exceptions; ///< sorted
  bool is_measured = false;               ///< otherwise the compiler's
};

/// Between registers. `load_latency_cycles`: what the core's loads take; what is left of the way from an address to the
/// result is the operation's.
[[nodiscard]] FormLatencies latencies_between_registers(const FormFacts &form, double load_latency_cycles);

/// From the address to the result, memory and operation together.
[[nodiscard]] std::optional<double> address_to_result_cycles(const FormFacts &form);
/// From what a plain store wrote to a register.
[[nodiscard]] std::optional<double> memory_to_register_cycles(const FormFacts &form);
/// From what lies in memory to what is written there: of operations on memory itself.
[[nodiscard]] std::optional<double> memory_to_memory_cycles(const FormFacts &form);

/// The nearest whole number if that is within what measurements scatter, else hundredths.
[[nodiscard]] Cycles tidy_cycles(double cycles);

} // namespace osaca::measure::composer
