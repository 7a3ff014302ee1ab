// The result of an analysis. Rendering it needs neither the analysis nor a model.
#pragma once

#include "base/boxed.h"
#include "base/compiler_facts.h"
#include "base/cycles.h"
#include "base/expected.h"
#include "base/figure_origin.h"
#include "base/fingerprint.h"
#include "base/loop_code.h"
#include "base/loop_path.h"
#include "base/loop_role.h"
#include "base/shared.h"
#include "base/source_location.h"
#include "report/bound.h"
#include "report/called_function.h"
#include "report/finding.h"
#include "report/finding_facts.h"
#include "report/loop_figures.h"
#include "report/memory_report.h"
#include "report/roofline_report.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

struct Bound {
  BoundKind kind = BoundKind::ports;
  Cycles cycles; ///< lower bound in cycles per machine iteration
  Shared<BoundFacts> facts;
};

enum class PortColumnKind { execution, load, store, divider };

/// The names in JSON: "execution", "load", "store", "divider".
[[nodiscard]] std::string_view name_of(PortColumnKind kind);

struct PortColumn {
  std::string name;
  PortColumnKind kind = PortColumnKind::execution;
  Cycles total;
};

/// How the core treats an instruction of this loop.
enum class InstructionNote {
  fused_with_next,
  breaks_dependency,
  waits_for_flags_only,
  stack_pointer_synchronised, ///< an additional uop before the instruction updates the stack pointer
  eliminated,
  high_byte_joined, ///< an additional uop before the instruction joins a register with its high byte
  absent_from_core
};

/// "fused with next", "eliminated", ...: shown in reports and used as names in JSON.
[[nodiscard]] std::string_view name_of(InstructionNote note);

struct InstructionLine {
  std::string text;
  std::string opcode;
  int line = 0;
  SourceLocation source;
  std::vector<SourceLocation> inlined_at;
  std::vector<Cycles> port_cycles; ///< parallel to KernelReport::ports
  Cycles latency_cycles;           ///< including the load
  bool on_critical_path = false;
  Cycles critical_path_cycles; ///< its share of the critical path
  bool on_loop_carried = false;
  Cycles loop_carried_cycles; ///< its share of the longest loop-carried dependency
  bool unknown = false;
  std::optional<double> taken_probability = {}; ///< probability that a conditional branch is taken
  std::string callee = {}; ///< the called function that it belongs to, by its symbol; "": the loop itself
  std::vector<InstructionNote> notes;
  Origin origin = Origin::unknown;
  std::string source_of_figures;
};

/// One step of a dependency chain: instruction `instruction` passes its result on through `via` after `cycles`.
struct ChainLink {
  int instruction = 0; ///< index into KernelReport::instructions
  Cycles cycles;
  Carrier via;
  bool through_memory = false;
  bool crosses_iteration = false;
};

/// A cyclic (loop-carried) or linear (critical path) chain of dependencies.
struct DependencyChain {
  Cycles cycles;      ///< latency of the whole chain
  int iterations = 1; ///< number of iterations that one round of a cyclic chain spans
  std::vector<ChainLink> links;
  [[nodiscard]] Cycles per_iteration() const { return iterations > 0 ? cycles / Cycles(iterations) : cycles; }
};

struct Edge { ///< a dependency, for drawing graphs
  int from = 0;
  int to = 0;
  int distance = 0;
  Cycles cycles;
  Carrier via;
  bool through_memory = false;
};

/// What happens to one uop of an instruction in the simulation. Cycles are counted from the first one shown.
struct TimelineUop {
  int iteration = 0;   ///< from 0, in the steady state
  int instruction = 0; ///< index into KernelReport::instructions
  std::string port;
  int dispatched = 0;
  int ready = 0; ///< its inputs are available
  int issued = 0;
};

/// On a core that executes in program order: the cycles for which an instruction is the next one to be issued, and
/// cannot be. Those of all instructions of a loop add up to its cycles per iteration.
struct Stall {
  enum class Cause {
    value,       ///< waits for a result of the instruction `of`
    port,        ///< the port is busy
    pairing,     ///< the core does not issue it together with an instruction before it
    write_order, ///< its result would be ready before that of an earlier instruction
    width        ///< the cycle's instructions have all been issued
  };
  int instruction = 0; ///< index into KernelReport::instructions
  Cause cause = Cause::value;
  int of = -1;      ///< the instruction that it waits for; -1: none
  int distance = 0; ///< the iterations between them
  std::string port; ///< one that is busy
  Cycles cycles;    ///< per iteration
};

/// The names in JSON: "value", "port", "pairing", "write_order", "width".
[[nodiscard]] std::string_view name_of(Stall::Cause cause);

/// What rows, findings and comparisons need of a kernel's details, for reports that are kept without them.
struct DetailSummary {
  int kernel = 0; ///< the number of the kernel in the report that it was read from
  int instruction_count = 0;
  int unknown_count = 0;   ///< instructions without figures
  bool is_inlined = false; ///< some instructions are from an inlined call
  bool has_stalls = false;
  std::string opcodes; ///< each followed by the character U+001F
  Fingerprint code;    ///< as from code_of() in collection/loop_identity.h
};

struct KernelReport {
  std::string name;
  std::string function;
  SourceLocation source;
  SourceLocation input;
  LoopRole role;
  BranchesTaken path; ///< through a loop with branches; else empty
  int path_number = 1;
  int path_count = 1;
  bool paths_truncated = false;
  std::optional<PathShare> path_share = {}; ///< empty: the probabilities of its branches are unknown
  LoopFrequency frequency = {};
  CodeMix mix = {};
  std::string not_vectorised = {};      ///< the compiler's reason why the loop was not vectorised; "": unknown
  Boxed<WrittenElsewhere> written = {}; ///< set only if its place is known
  LoopPart part = {};
  std::string arch; ///< name of the model
  std::string arch_title;
  std::string figures_version = {}; ///< version of the model's figures, see MachineModel::Data; empty: unknown
  std::vector<ArchNote> arch_notes;
  Cycles cycles_per_iteration;      ///< the largest bound, or the simulated cycles
  Boxed<ShortRuns> short_runs = {}; ///< empty: the prediction is that of a long run
  Boxed<ExampleOfShortRuns> example_of_short_runs = {};
  Boxed<UnalignedArrays> unaligned_arrays = {}; ///< empty: this makes hardly a difference, or it is not known
  std::optional<Uncertainty> uncertainty = {};  ///< empty: the figure is certain, or is only a lower bound
  Boxed<Confidence> confidence = {};            ///< empty: this kind of code was not measured on this core
  BoundKind bound_by = BoundKind::ports;        ///< the kind of the largest bound
  bool bound_is_known = true;                  ///< false: something that was not analysed may cost more than this bound
  std::optional<Cycles> simulated_cycles = {}; ///< set only if the simulation predicts more cycles than every bound
  std::optional<int> source_iterations = {};   ///< source iterations per machine iteration; 0: the compiler's plugin
                                               ///< cannot tell; empty: no plugin was involved
  int vector_bits = 0;                         ///< width of its widest packed arithmetic; 0: scalar only
  bool complete = true; ///< false: the cycles are a lower bound ("at least"), because there are unknown instructions,
                        ///< calls or untracked values on the x87 stack, or because program order was not simulated
  bool is_function = false; ///< a path through a whole function; the cycles are those of one call if calls do not
                            ///< depend on each other
  std::vector<ResultLatency> result_latencies = {}; ///< of a whole function
  bool branches_back = true; ///< false: marked code without a branch to its beginning; the cycles are those of the code
                             ///< repeated back to back
  std::optional<CodePlacement> placement =
      {}; ///< empty: it is unknown how the core reads code, or the code is not a loop
  std::vector<Bound> bounds;
  std::vector<PortColumn> ports;
  std::vector<InstructionLine> instructions;
  DependencyChain critical_path;
  std::vector<DependencyChain> loop_carried; ///< longest first; the first one is the bound
  std::vector<Edge> edges;
  Findings findings;
  /// Findings to show only if a profile finds time in this loop itself: those about the bound of a remainder, and about
  /// the bound of an outer loop's own instructions.
  Findings findings_if_hot = {};
  std::vector<TimelineUop> timeline; ///< in program order; empty unless requested and simulated
  std::vector<Stall> stalls = {};    ///< in program order; empty: the core does not execute in program order, or the
                                     ///< loop was not simulated
  int annotation = -1;
  Boxed<Mispredictions> mispredictions =
      {}; ///< empty: no rate is known, the loop has no conditional branch, or it is an outer loop
  std::vector<CalledFunction> calls = {}; ///< in the order of the first calls
  Boxed<MemoryReport> memory = {};        ///< set only if the model describes the levels after the first-level cache

  Boxed<RooflineReport> roofline = {};       ///< set only if it computes with floating-point numbers
  std::optional<DetailSummary> summary = {}; ///< set only if the details were left out (collection/loop_details.h)

  /// Where the loop is written, if that is outside of the annotated statement; else unknown.
  [[nodiscard]] const SourceLocation &written_at() const;

  /// The bound of this kind, in cycles; 0 if there is none.
  [[nodiscard]] Cycles bound(BoundKind kind) const;

  /// The level, farther away than L1, where the user said that the data are; empty: not specified.
  [[nodiscard]] std::string level_of_data() const;

  /// On a core that executes in program order, a waiting instruction delays all later ones. True if this was not
  /// simulated, so that the prediction does not include it.
  [[nodiscard]] bool executes_in_order() const;

  /// Functions with a cost from a table fill the core meanwhile, so their time is part of the front end's bound. True
  /// if that bound is the largest, and if they take most of the prediction.
  [[nodiscard]] bool is_bound_by_callees() const;

  [[nodiscard]] int instruction_count() const {
    return summary ? summary->instruction_count : static_cast<int>(instructions.size());
  }
  /// Instructions without figures.
  [[nodiscard]] int unknown_count() const;
  [[nodiscard]] bool has_stalls() const { return summary ? summary->has_stalls : !stalls.empty(); }
  /// Whether stalls in program order take more time than the largest bound.
  [[nodiscard]] bool waits_in_program_order() const;

  [[nodiscard]] LoopFigures figures() const {
    LoopFigures figures{cycles_per_iteration, source_iterations, bound_by,           complete,
                        vector_bits,          level_of_data(),   executes_in_order()};
    if (uncertainty)
      figures.range = uncertainty->range;
    return figures;
  }
  /// Empty if it is unknown.
  [[nodiscard]] std::optional<Cycles> cycles_per_source_iteration() const {
    return figures().cycles_per_source_iteration();
  }
};

/// The finding about the largest bound, or else the facts of that bound.
[[nodiscard]] BoundReason reason_of(const KernelReport &kernel);

struct AnnotationReport {
  SourceLocation source;
  AnnotationStatus status = AnnotationStatus::analysed;
  std::string reason;
  std::vector<int> kernels; ///< indices into Report::kernels
  Findings findings = {};   ///< about the annotation itself, and about expectations that its loop does not meet
  RequestedBy requested_by = RequestedBy::pragma;
};

struct Report {
  std::vector<KernelReport> kernels;
  std::vector<AnnotationReport> annotated;
  std::vector<Error> problems;                      ///< input that could not be read
  std::vector<std::string> notes = {};              ///< remarks about the whole report: "no core was named ..."
  std::set<std::string> compilers = {};             ///< compilers of the analysed loops: "gcc 12.2.0"; empty: unknown
  std::set<std::string> files_of_instructions = {}; ///< set only if the details of the kernels were left out
};

// Which machine loops belong to one loop of the source.

/// Whether both are generated from the same loop of the source, on any cores. The loop is identified by its location.
/// If an annotated statement only leads to it, also by the place where it is written. If the compiler generates several
/// loops for one statement, also by their number. Without a source, each machine loop counts as a loop of its own.
[[nodiscard]] bool is_same_source_loop(const KernelReport &a, const KernelReport &b);

// Which path represents a loop that contains branches.

/// Orders two paths through one loop on one core: the likelier path first. If the probabilities are unknown or equal,
/// the slower path is first.
[[nodiscard]] bool is_more_representative(const KernelReport &a, const KernelReport &b);

} // namespace osaca
