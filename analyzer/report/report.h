// What an analysis found, as values ready to be shown: no analysis and no model is needed to render them.
#pragma once

#include "base/compiler_facts.h"
#include "base/cycles.h"
#include "base/expected.h"
#include "base/figure_origin.h"
#include "base/loop_code.h"
#include "base/loop_path.h"
#include "base/loop_role.h"
#include "base/source_location.h"
#include "report/bound.h"
#include "report/finding.h"
#include "report/finding_facts.h"
#include "report/loop_figures.h"
#include "report/memory_report.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

struct Bound {
  BoundKind kind = BoundKind::ports;
  Cycles cycles; ///< lower bound, cycles per assembly iteration
  BoundFacts facts;
};

enum class PortColumnKind { execution, load, store, divider };

/// "execution", "load", "store", "divider": the names in JSON.
[[nodiscard]] std::string_view name_of(PortColumnKind kind);

struct PortColumn {
  std::string name;
  PortColumnKind kind = PortColumnKind::execution;
  Cycles total;
};

/// What the core makes of an instruction in this loop.
enum class InstructionNote {
  fused_with_next,
  breaks_dependency,
  waits_for_flags_only,
  stack_pointer_synchronised, ///< beforehand, by a uop of its own
  eliminated,
  absent_from_core
};

/// "fused with next", "eliminated", ...: for people, and the names in JSON.
[[nodiscard]] std::string_view name_of(InstructionNote note);

struct InstructionLine {
  std::string text;
  std::string opcode;
  int line = 0;
  SourceLocation source;
  std::vector<SourceLocation> inlined_at;
  std::vector<Cycles> port_cycles; ///< parallel to KernelReport::ports
  Cycles latency_cycles;           ///< load included
  bool on_critical_path = false;
  Cycles critical_path_cycles; ///< its share of the critical path
  bool on_loop_carried = false;
  Cycles loop_carried_cycles; ///< its share of the longest loop-carried dependency
  bool unknown = false;
  std::optional<double> taken_probability = {}; ///< of a conditional branch
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
  int iterations = 1; ///< iterations one turn of a cyclic chain spans
  std::vector<ChainLink> links;
  [[nodiscard]] Cycles per_iteration() const { return iterations > 0 ? cycles / Cycles(iterations) : cycles; }
};

struct Edge { ///< for graphs
  int from = 0;
  int to = 0;
  int distance = 0;
  Cycles cycles;
  Carrier via;
  bool through_memory = false;
};

/// What became of one uop of an instruction in the simulation; cycles from the first that is shown.
struct TimelineUop {
  int iteration = 0;   ///< from 0, in the steady state
  int instruction = 0; ///< index into KernelReport::instructions
  std::string port;
  int dispatched = 0;
  int ready = 0; ///< its inputs were there
  int issued = 0;
};

struct KernelReport {
  std::string name;
  std::string function;
  SourceLocation source;
  SourceLocation input;
  LoopRole role;
  BranchesTaken path; ///< through a loop with branches, else empty
  int path_number = 1;
  int path_count = 1;
  bool paths_truncated = false;
  std::optional<PathShare> path_share = {}; ///< empty: nobody knows how likely its branches are
  LoopFrequency frequency = {};
  CodeMix mix = {};
  std::string not_vectorised = {}; ///< why, in the compiler's own words; "" nobody told
  std::string arch;                ///< model name
  std::string arch_title;
  std::string figures_version = {}; ///< of the model, as in MachineModel::Data; empty: not known
  std::vector<ArchNote> arch_notes;
  Cycles cycles_per_iteration;                 ///< the largest of the bounds, or what was simulated
  BoundKind bound_by = BoundKind::ports;       ///< the largest of the bounds
  bool bound_is_known = true;                  ///< false: something that was not followed may well take longer than it
  std::optional<Cycles> simulated_cycles = {}; ///< only where the simulation takes longer than every bound
  std::optional<int> source_iterations = {};   ///< iterations of the source loop that one iteration does; 0: the
                                               ///< compiler's plugin cannot tell; empty: no compiler was asked
  int vector_bits = 0;                         ///< of its widest packed arithmetic; 0: one element at a time
  bool complete = true; ///< false: holds unknown instructions, calls or values on the x87 stack that are not followed,
                        ///< or the core executes in order: the cycles are "at least"
  bool branches_back = true; ///< false: marked code without a branch to its beginning; the cycles are those of the code
                             ///< repeated in a row
  std::optional<CodePlacement> placement = {}; ///< empty: it is not known how the core reads code, or not a loop
  std::vector<Bound> bounds;
  std::vector<PortColumn> ports;
  std::vector<InstructionLine> instructions;
  DependencyChain critical_path;
  std::vector<DependencyChain> loop_carried; ///< longest first; the first one is the bound
  std::vector<Edge> edges;
  std::vector<Finding> findings;
  /// Of interest only if a profile finds time in the loop itself: the bound of a remainder, and of an outer loop's own
  /// instructions.
  std::vector<Finding> findings_if_hot = {};
  std::vector<TimelineUop> timeline; ///< in program order; empty unless asked for and simulated
  int annotation = -1;
  std::optional<Mispredictions> mispredictions =
      {};                                  ///< empty: nobody said how often, there is no branch, or it encloses loops
  std::optional<MemoryReport> memory = {}; ///< only if the model knows what lies behind the first-level cache

  /// Of this kind; 0 if there is none.
  [[nodiscard]] Cycles bound(BoundKind kind) const;

  /// Where somebody said that the data are, behind the first level; empty: nobody did.
  [[nodiscard]] std::string level_of_data() const;

  /// What waits holds up all that follow; the prediction does not know of that.
  [[nodiscard]] bool executes_in_order() const;

  [[nodiscard]] LoopFigures figures() const {
    return {cycles_per_iteration, source_iterations, bound_by,           complete,
            vector_bits,          level_of_data(),   executes_in_order()};
  }
  /// Empty where that is not known.
  [[nodiscard]] std::optional<Cycles> cycles_per_source_iteration() const {
    return figures().cycles_per_source_iteration();
  }
};

/// The finding about the largest bound, else what that bound says of itself.
[[nodiscard]] BoundReason reason_of(const KernelReport &kernel);

struct AnnotationReport {
  SourceLocation source;
  AnnotationStatus status = AnnotationStatus::analysed;
  std::string reason;
  std::vector<int> kernels;           ///< indices into Report::kernels
  std::vector<Finding> findings = {}; ///< what became of the annotation, and what its loop does not keep to
  AskedBy asked_by = AskedBy::pragma;
};

struct Report {
  std::vector<KernelReport> kernels;
  std::vector<AnnotationReport> annotated;
  std::vector<Error> problems;          ///< input that could not be read
  std::vector<std::string> notes = {};  ///< what to know about all of it: "no core was named ..."
  std::set<std::string> compilers = {}; ///< that compiled its loops: "gcc 12.2.0"; empty: not known
};

// Which of the paths through a loop speaks for it.

/// Of two paths through one loop on one core: the likelier one; where nobody knows, or they are equally likely, the
/// slower one.
[[nodiscard]] bool speaks_before(const KernelReport &a, const KernelReport &b);

} // namespace osaca
