// What published tables say about the forms of an instruction set: the rows of all tables, by opcode.
#pragma once

#include "base/expected.h"
#include "kernel/instruction.h"
#include "measure/from_tables/catalogue.h"
#include "measure/tables/operand_chains.h"
#include "measure/tables/published_table.h"
#include "model/machine_model.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace osaca::measure::from_tables {

/// One row: an instruction and its figures.
struct Observation {
  Instruction instruction; ///< its registers show which results its next copy waits for
  std::optional<double> latency_cycles;
  std::optional<double> throughput_cycles;
  bool throughput_is_bound = false; ///< something else limits the copies, such as the code's bytes per cycle
  bool from_address = false;        ///< the latency is from the address register of a load
  bool to_last_result = false;      ///< the latency is to the last of several results
  bool is_executed_idiom = false;   ///< zeroes a register without its sources, but in a port
  std::vector<PortDemand> demands;  ///< as the table states them; empty: it does not
};

/// The figures of one form, from all of its rows.
struct TableFigures {
  std::map<OperandNumbers, double> latencies; ///< between registers, in cycles
  std::optional<double> address_to_result_cycles;
  std::optional<double> throughput_cycles;
  bool throughput_is_bound = false;
  std::optional<double> as_idiom_cycles; ///< the throughput as an idiom that uses a port
  std::vector<PortDemand> demands;       ///< the table's, if they explain the throughput
  /// For rows with an address of lea that has a scaled index or three parts, or with a register that is shifted first
  /// (AArch64), if their figures differ from those of other rows.
  struct Variant {
    double latency_cycles = 0;
    double throughput_cycles = 0;
    std::vector<PortDemand> demands; ///< the table's
  };
  std::optional<Variant> scaled;
  std::optional<Variant> three_component;
  std::optional<Variant> shifted;
  std::optional<Variant> shifted_far;   ///< a shift other than one to the left by at most four
  std::optional<Variant> zero_addend;   ///< a multiply-add of AArch64 that adds the constant zero
  std::optional<Variant> with_addend;   ///< one that adds something else; its latency is not set
  std::optional<Variant> same_register; ///< all register sources are one register
};

/// Whether the opcode fixes two registers of its result (x86 `mul`: rax and rdx).
[[nodiscard]] bool writes_fixed_pair(const Instruction &instruction);

using RowsByOpcode = std::map<std::string, std::vector<Observation>>;

/// The figures of a form that has rows. Those of lea also use rows of other widths.
[[nodiscard]] TableFigures figures_of_form(const RowsByOpcode &rows, const std::string &opcode, Isa isa);

struct TableForms {
  std::map<std::string, TableFigures> figures; ///< by opcode
  int rows = 0;                                ///< that were used
  int idioms = 0;                              ///< rows left out because the core does not execute their instruction
  int unreadable = 0;                          ///< rows without an instruction that LLVM knows

  /// Null: the tables do not have it.
  [[nodiscard]] const double *latency(const std::string &opcode, const OperandNumbers &pair) const {
    const auto form = figures.find(opcode);
    if (form == figures.end())
      return nullptr;
    const auto found = form->second.latencies.find(pair);
    return found == form->second.latencies.end() ? nullptr : &found->second;
  }
};

/// The figures of an earlier table take precedence. Rows that are idioms of `core` (zeroing a register, eliminated
/// moves) say nothing about the form and are left out.
[[nodiscard]] Expected<TableForms> forms_in_tables(const std::vector<PublishedTable> &tables,
                                                   const Catalogue &catalogue, const MachineModel &core);

} // namespace osaca::measure::from_tables
