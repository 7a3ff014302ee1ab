// Instruction tables as others publish them: a row has an instruction, its latency and its reciprocal throughput.
#pragma once

#include "base/expected.h"
#include "measure/tables/import.h"
#include "model/vector_types.h"

#include <optional>
#include <string>
#include <vector>

namespace osaca::measure {

/// Uops of which each uses one of these units.
struct PublishedUse {
  std::vector<std::string> units; ///< by the source's names
  int uops = 1;
};

struct PublishedRow {
  std::string name; ///< the instruction in the source's own words
  /// The instruction for LLVM's assembler (x86: AT&T syntax). A register that is both read and written closes the chain
  /// that `latency_cycles` was measured with. Several instructions are separated by ';'. Empty: the source's text does
  /// not tell which instruction it is.
  std::string assembly;
  std::optional<double> latency_cycles;
  std::optional<double> throughput_cycles; ///< cycles per copy of independent copies
  std::string note;
  int line = 0; ///< of the file, for messages
  /// Facts that the note and the name state.
  bool is_from_address = false;         ///< the latency is from the address of a load to its result
  bool is_through_memory = false;       ///< the latency is from a value in memory to the next value in the same place
  bool throughput_is_bound = false;     ///< copies may be faster: fetching the code, or the loop, limits them
  bool has_doubtful_throughput = false; ///< by the source's own word
  bool throughput_is_mixed = false;     ///< the copies partly wait for each other
  bool is_of_second_result = false;     ///< the latency is to the last result (the high half of a product)
  bool is_special_access = false;       ///< an access that crosses a boundary
  std::vector<PublishedUse> uses = {};  ///< all uops; empty: not stated, or not for certain
  VectorTypes vector_types = {};        ///< RISC-V: what `vtype` was set to; empty: not stated
};

struct PublishedTable {
  std::string isa; ///< x86-64, aarch64, riscv64
  std::string cpu; ///< as the file names it; empty: it does not
  std::string method;
  std::vector<PublishedRow> rows;
  std::vector<Error> unmapped; ///< lines with figures that are left out, with the reason
};

// Readers of published formats. Error: the file is not of this format.

/// Comma-separated values with the columns `asm`, `latency_cycles`, `reciprocal_throughput_cycles` and, if there are
/// any, `instruction` and `note`.
[[nodiscard]] Expected<PublishedTable> read_csv_table(const ImportSource &source);
/// Text of InstLatx64: one line per instruction, for each file the output of AIDA64's benchmark on one processor.
[[nodiscard]] Expected<PublishedTable> read_instlatx64(const ImportSource &source);
/// Markdown of insn_bench_aarch64.
[[nodiscard]] Expected<PublishedTable> read_insn_bench(const ImportSource &source);
/// HTML of applecpu: the tables of base instructions and of SIMD instructions.
[[nodiscard]] Expected<PublishedTable> read_applecpu(const ImportSource &source);
/// HTML of rvv-bench-results. SEW and LMUL begin the note of a row, "e32,m2"; further remarks follow after "; ".
[[nodiscard]] Expected<PublishedTable> read_rvv_bench(const ImportSource &source);

/// The names of these formats, as in options: "csv", "instlatx64", ...
[[nodiscard]] std::vector<std::string> published_formats();
/// Reads a table of the format with this name. Error: also if there is no such format.
/// The facts that notes and names of rows state in words are set in the rows.
[[nodiscard]] Expected<PublishedTable> read_published_table(std::string_view format, const ImportSource &source);

/// The table as a measurement file: one form per opcode. Rows that LLVM's assembler rejects are reported and left out.
[[nodiscard]] Expected<Imported> forms_of_table(PublishedTable table, const std::string &file);

} // namespace osaca::measure
