// What the entries of a model made from tables consist of: the figures chosen for a form, and their text.
#pragma once

#include "measure/from_tables/port_fit.h"
#include "measure/from_tables/table_entries.h"

#include <optional>
#include <string>
#include <vector>

namespace osaca::measure::from_tables {

/// LLVM's latency for instructions about which nothing is known.
constexpr int placeholder_cycles = 100;

/// The nearest whole number if the difference is within the scatter of published figures, otherwise hundredths.
[[nodiscard]] Cycles tidy_latency(double cycles);

/// The latency of most pairs of operands that lead to the first result, and all pairs that differ.
struct Latencies {
  Cycles usual;
  std::vector<OperandLatency> exceptions;
};

/// `otherwise`: if the figures have no latency.
[[nodiscard]] Latencies latencies_of(const TableFigures &figures, const Cycles &otherwise);

/// What LLVM knows of single operands: results that are ready later than others (the high half of a product), and
/// results whose old value the core waits for, although the instruction does not read it.
void add_what_compiler_knows(Latencies &latencies, const KnownForm &form);

/// The lines `latency` and `operand_latency` of an entry.
[[nodiscard]] std::string latency_lines(const Latencies &latencies);
/// The line `slots`; empty for one slot.
[[nodiscard]] std::string slots_line(const Cycles &slots);

[[nodiscard]] std::optional<KnownThroughput> throughput_of(const TableFigures &figures);

struct ChosenFigures {
  TableFigures figures;
  bool is_relative = false;        ///< no table has the form
  bool latency_is_derived = false; ///< no table has its latency, although a register that it names depends on another
};

/// The figures of a form's rows, with those of its relatives where a row has none. Empty: no entry is needed or
/// possible.
[[nodiscard]] std::optional<ChosenFigures> figures_for(const KnownForm &form, const TableEvidence &evidence,
                                                       const MachineModel &model);

/// The key in the model's sources for an entry with these figures and ports of that origin.
[[nodiscard]] std::string source_of(const ChosenFigures &chosen, const std::string &tables, PortOrigin origin);

/// Whether the file itself, not a model that it extends, has an entry for the opcode.
[[nodiscard]] bool has_own_entry(const MachineModel &model, const std::string &opcode);

/// Whether a cost gives the figures: latencies within half a cycle, and the throughput.
[[nodiscard]] bool gives_figures(const MachineModel &model, const KnownForm &form, const TableFigures &figures,
                                 const Cost &cost);

[[nodiscard]] bool accesses_memory(const KnownForm &form);

} // namespace osaca::measure::from_tables
