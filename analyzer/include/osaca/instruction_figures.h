// Looks up single instructions: what each of them costs on some cores, and where these figures come from.
#pragma once

#include "base/cycles.h"
#include "base/expected.h"
#include "base/figure_origin.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

struct LookupOptions {
  std::vector<std::string> archs; ///< names as in AnalyzeOptions::archs, of any instruction sets; "all": every shipped
                                  ///< model; empty: the host's core
  bool intel_syntax = false;      ///< x86 text that shows neither syntax is in Intel syntax
  std::string vector_type = {};   ///< RISC-V: SEW and LMUL as in vsetvli, "e32,m2"; empty: not known
  std::size_t most_forms = 40;    ///< limit for the forms of one name or pattern
};

/// From one operand to another. Operands are named as in assembly ("ymm1", "cf"), except for these:
/// - "address" as the source: the registers of a loaded address; the cycles include the load
/// - "memory" as the source: a value that an earlier store wrote to the same place, which the instruction loads
/// - "memory" as the result: a later load of the same place; the cycles include that load
struct OperandLatencyFigure {
  std::string from;
  std::string to;
  std::optional<Cycles> cycles; ///< empty: not known
  /// To "memory": the cycles if the core renames the later load (it takes the value from a register). Empty: it cannot.
  std::optional<Cycles> renamed_cycles = {};
};

/// What limits the throughput of independent copies of an instruction.
enum class ThroughputLimit { ports, divider, dispatch, store_commit, taken_branches };

/// "ports", "divider", "dispatch", "store commit", "taken branches".
[[nodiscard]] std::string_view name_of(ThroughputLimit limit);

/// How a core treats an instruction with these operands before it reaches a port.
enum class RenameShortcut { none, zero_idiom, ones_idiom, flags_only_idiom, eliminated, renamed_addition };

/// "zero idiom", "eliminated", ...; empty for `none`.
[[nodiscard]] std::string_view name_of(RenameShortcut shortcut);

/// Uops that may use any of `ports`, in cycles of occupancy.
struct PortUse {
  std::vector<std::string> ports;
  Cycles cycles;
};

/// The figures of an instruction on one core.
struct CoreFigures {
  /// no_figures: neither the model nor LLVM knows the instruction. repeats: a register holds the number of repetitions,
  /// so the cost is not known. other_isa: the core has another instruction set. Only `known` has figures.
  enum class Status { known, no_figures, repeats, other_isa };
  std::string arch;
  std::string isa;
  Status status = Status::known;
  bool is_absent = false;                      ///< no_figures, because the core does not have the instruction
  std::vector<OperandLatencyFigure> latencies; ///< flags only where they differ from another result (or source); empty:
                                               ///< no result depends on an operand
  bool breaks_dependency = false;              ///< does not wait for its sources
  /// Per copy of the instruction, if the copies do not wait for each other. Empty: not known.
  std::optional<Cycles> throughput_cycles;
  ThroughputLimit limit = ThroughputLimit::ports;
  Cycles dispatch_slots; ///< macro-ops at dispatch
  std::vector<PortUse> ports;
  RenameShortcut shortcut = RenameShortcut::none;
  Origin origin = Origin::unknown;
  std::string source; ///< a citation, or how the figures were derived
};

/// "known", "no_figures", "repeats", "other_isa".
[[nodiscard]] std::string_view name_of(CoreFigures::Status status);

struct InstructionFigures {
  std::string text;   ///< as in the query; for a name or pattern an example in AT&T syntax (x86)
  std::string prefix; ///< the opcode of a prefix with a cost of its own (lock), which the figures include; empty: none
  std::string opcode;
  std::string mnemonic;
  std::string isa;
  std::vector<CoreFigures> cores; ///< in the order of LookupOptions::archs
  /// The shipped cores with figures, if one of `cores` has none. Not looked up if "all" cores were selected.
  std::vector<std::string> known_on = {};
};

struct LookupResult {
  std::vector<InstructionFigures> instructions; ///< more than one for a pattern, for a text with several instructions,
                                                ///< and if it is an instruction in several instruction sets
  std::size_t more_forms = 0;                   ///< forms beyond LookupOptions::most_forms
};

/// What users have to know about a core: whose figures are used. An empty arch: about the choice of the cores.
struct LookupNote {
  std::string arch;
  std::string text;
};

/// Loads the models once. It must not be used by several threads at a time.
class InstructionLookup {
public:
  /// Error: an arch is unknown, or the vector type is none.
  [[nodiscard]] static Expected<InstructionLookup> create(const LookupOptions &options);

  /// `query` is an instruction in assembly, LLVM's name of an opcode, a mnemonic, or a pattern of opcodes or mnemonics
  /// with * or ?. Forms of a name or pattern are sorted by mnemonic and opcode. Error: it is none of these in any
  /// instruction set of the archs.
  [[nodiscard]] Expected<LookupResult> find(const std::string &query) const;

  [[nodiscard]] std::vector<LookupNote> notes() const;

private:
  struct State;
  explicit InstructionLookup(std::shared_ptr<State> state) : state_(std::move(state)) {}
  std::shared_ptr<State> state_;
};

} // namespace osaca
