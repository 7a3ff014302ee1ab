// What findings are about: a struct per thing that can be found. render/words makes the sentences.
#pragma once

#include "base/compiler_options.h"
#include "base/cycles.h"
#include "base/source_location.h"
#include "report/annotation_status.h"
#include "report/bound_facts.h"
#include "report/bound_kind.h"
#include "report/carrier.h"
#include "report/code_placement.h"
#include "report/loop_figures.h"
#include "report/memory_findings.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace osaca {

struct Finding;

/// Of several instructions, each once, in the order of the finding's instructions; "" is one that could not be read.
using Mnemonics = std::vector<std::string>;

// In what follows, `of_rule` is the advice that the rule gives to every loop.

/// Whether vectors could do the work, and what they would need.
struct Vectors {
  enum class Need {
    impossible, ///< there are vectors already, or there cannot be any
    option,     ///< the compiler's vectoriser is off or does only what is cheap, or nobody knows
    source      ///< the vectoriser is on and did not: the reason lies in the code
  };
  /// What the compiler's words are about, as far as they are known.
  enum class Obstacle { unknown, control_flow, iteration_count };
  Need need = Need::impossible;
  Obstacle obstacle = Obstacle::unknown;
  std::string told_by_compiler = {}; ///< why it did not, in its own words; "": it is not known
  CompilerOptions::Compiler compiler = CompilerOptions::Compiler::unknown;
  bool in_parallel_region =
      false; ///< of OpenMP, whose code compilers move to a function of its own: `restrict` gets lost on the way
};

/// Whether several iterations in one would help a loop that has too many instructions for the front end.
struct Unrolling {
  enum class Gain {
    some,
    not_by_option,  ///< the compiler may unroll already: it has to be told loop by loop
    little,         ///< few of its macro-ops are the loop's own
    none_too_large, ///< twice the loop would not fit into the cache of decoded instructions
    none_scattered, ///< what takes the time are updates at places that the data decide
    none_to_unroll  ///< marked code without a branch back
  };
  Gain gain = Gain::some;
  Cycles macro_ops;
  Cycles of_loop; ///< of them those that count iterations, move on addresses and branch back
  Cycles kept;    ///< macro-ops that the cache of decoded instructions holds; 0: not known
  CompilerOptions::Compiler compiler = CompilerOptions::Compiler::unknown;
};

struct DividerBusy {
  enum class Advice { of_rule, integers, roots };
  Mnemonics mnemonics;
  Cycles busy;
  Cycles whole; ///< cycles per iteration
  Advice advice = Advice::of_rule;
  CompilerOptions options = {};
};

struct PortsBusy {
  enum class Advice { of_rule, move_less_data, fewer_operations };
  enum class WiderVectors { none, of_the_widest, of_another_target };
  struct Share {
    std::string port;
    Cycles busy;
  };
  Mnemonics mnemonics;
  Cycles busy;
  std::optional<Cycles> whole; ///< cycles per iteration, where these are more because uops wait in schedulers
  std::vector<Share> shares;
  Advice advice = Advice::of_rule;
  Vectors vectors = {};
  WiderVectors wider = WiderVectors::none;
  bool has_wide_target = false; ///< the compiler may use the widest vectors that the core has
  int refining = 0;             ///< so many of the instructions refine an estimate, in place of a division or a root
};

struct FrontEndBusy {
  struct Blocks { ///< aligned blocks of code, one read per cycle
    std::int64_t bytes = 0;
    Cycles blocks;
    int block_bytes = 0;
  };
  struct Entries { ///< of the op cache, one read per cycle
    std::int64_t entries = 0;
    int entry_ops = 0;
    int block_bytes = 0;
  };
  struct Decoders { ///< more than fits into the op cache
    std::size_t instructions = 0;
    int per_cycle = 0;
  };
  struct Cache { ///< more than fits into the first-level instruction cache
    std::int64_t bytes = 0;
    int bytes_per_cycle = 0;
  };
  struct Dense {            ///< blocks of code with more than the op cache keeps of one
    std::int64_t bytes = 0; ///< of code
    int most_ops = 0;
    int block_bytes = 0;
    int bytes_per_cycle = 0;
  };
  struct Lengths { ///< changed by a prefix, which takes the decoders time
    int instructions = 0;
    Cycles cycles; ///< each
  };
  struct TakenBranches {
    int count = 0;
    Cycles cycles;
  };
  struct WholeReads { ///< up to a taken branch
    Cycles macro_ops;
    Cycles cycles;
    int per_cycle = 0;
  };
  struct Dispatch {
    Cycles macro_ops;
    Cycles cycles;
    Cycles width;
    Cycles waiting; ///< so many of them for the first places of a cycle: only there some can be split in two
  };
  enum class Advice { of_rule, unroll_less, no_branches, one_block, fewer_instructions };
  std::variant<Dispatch, Blocks, Entries, Decoders, Cache, Dense, Lengths, TakenBranches, WholeReads> limit;
  Advice advice = Advice::of_rule;
  Vectors vectors = {};
  Unrolling unrolling = {};
  int block_bytes = 0; ///< for Advice::one_block
};

struct StoresBusy {
  Cycles cycles;
  int per_cycle = 0;
  int block_bytes = 0;
};

struct ChainWait {
  enum class Advice {
    of_rule,
    optimise,
    fewer_values,
    not_around_calls, ///< a call overwrites the registers: the value waits for its end in memory
    several_searches,
    no_list,
    shorter_recurrence,
    several_steps,
    accumulators
  };
  Cycles cycles;
  int iterations = 1;
  Mnemonics mnemonics;
  Carrier through_memory; ///< nothing: the chain stays in registers
  Advice advice = Advice::of_rule;
  CompilerOptions options = {};
  std::string told_by_compiler = {}; ///< why it did not vectorise
  int reorder_buffer = 0;            ///< entries, where an iteration needs more; else 0
};

struct ScalarArithmetic {
  Mnemonics mnemonics;
  std::vector<SourceLocation> branches =
      {}; ///< what the compiler's "control flow" is: conditional branches within an iteration, by line
  bool is_reduction = false; ///< of floating point: it would have to be computed in another order
  Vectors vectors = {};
  CompilerOptions options = {};
};

struct UnfusedPair {
  std::string multiply;
  std::string add;
  CompilerOptions options = {};
};

/// Of the finding's instructions: what they read, change and write back lies where the data say.
struct ScatteredUpdates {
  Mnemonics mnemonics;
  std::string array; ///< "" unknown
  Cycles wait;       ///< cycles per iteration, if all of them come to the same place again
  Cycles whole;      ///< as predicted, for places that differ
};

/// Of the finding's instructions.
struct Spills {};

struct AliasedLoads {
  bool on_stack = false;
  int low_bits = 0;
  int learned = 0; ///< so many cost nothing
  Cycles cycles;   ///< of each of the others
  Vectors vectors = {Vectors::Need::option};
};

/// A load reads bytes of which the last store before it wrote only some.
struct ForwardingBlocked {
  std::string store; ///< the instructions' text
  std::string load;
  int stored_bytes = 0;
  int loaded_bytes = 0;
  Cycles cycles; ///< from one to the other; 0: not known, and not part of the prediction
};

struct CallMade {
  enum class Advice {
    of_rule,
    none, ///< nothing is to be done about it
    no_errno,
    no_nans,
    rounding,
    rounding_half_away,
    fused,
    vector_variant
  };
  std::string callee; ///< "" through a pointer
  Advice advice = Advice::of_rule;
  int saves = 0; ///< instructions that keep values in memory meanwhile, and bring them back
  CompilerOptions options = {};
};

struct RegisterStackUsed {
  Mnemonics mnemonics;
  bool is_followed = false; ///< from one instruction to the next
};

struct FiguresMissing {
  Mnemonics mnemonics;
  std::string arch;
  int absent = 0;   ///< of the finding's instructions, those that the core does not have
  int repeated = 0; ///< those that a register repeats as often as it says
};

/// An annotation whose loop is gone, or gone in part (`analysed`).
struct LoopLost {
  AnnotationStatus status = AnnotationStatus::vanished;
  std::string reason; ///< of the compiler's plugin
};

/// Why a bound is what it is: the finding about it, else what the analysis says of it.
struct BoundReason {
  std::shared_ptr<const Finding> finding; ///< may be null
  BoundFacts facts;                       ///< where there is no finding
};

struct ExpectationUnreadable {
  std::string problem;
};

/// What the source says of its loop, and the loop does not keep to.
struct ExpectationBroken {
  struct NoLoop {
    std::string reason; ///< of the compiler's plugin; may be empty
  };
  struct SourceIterationsUnknown {};
  struct LevelUnknown {
    std::string level;
  };
  struct OtherCycles {
    Cycles cycles;
    bool complete = true;
    bool is_confirmable = true; ///< false: more cycles than this lower bound could keep to the condition, or break it
    bool in_order = false;      ///< that is why they are a lower bound
    std::optional<BoundKind> bound_by = {}; ///< empty: not known
    BoundReason reason = {};
  };
  struct OtherVectors {
    int bits = 0;
  };
  struct BoundUnknown {};
  struct OtherBound {
    BoundKind bound_by = BoundKind::ports;
    BoundReason reason;
  };
  struct DividerUsed {
    Cycles busy;
  };
  struct PlaceMatters {
    CodePlacement placement;
    Cycles cycles; ///< that are predicted
  };
  struct PlaceUnknown {}; ///< how the core reads code
  struct Found {
    std::shared_ptr<const Finding> finding;
  };
  std::string expected; ///< as the source puts it
  std::string arch;     ///< "" for NoLoop
  std::variant<NoLoop, SourceIterationsUnknown, LevelUnknown, OtherCycles, OtherVectors, BoundUnknown, OtherBound,
               DividerUsed, PlaceMatters, PlaceUnknown, Found>
      contradiction;
};

struct Regression {
  bool lost_vectors = false;
  LoopFigures before;
  LoopFigures after;
  std::string arch;
  BoundReason reason;                        ///< of the path that takes most of the loop's time
  std::optional<Cycles> cycles_of_path = {}; ///< of that path, per iteration; empty: there is only one path
};

/// Of a report that was read back: its words, whatever they are.
struct WrittenFinding {
  std::string message;
  std::string advice;
};

using FindingFacts =
    std::variant<WrittenFinding, DividerBusy, PortsBusy, FrontEndBusy, StoresBusy, ChainWait, ScalarArithmetic,
                 UnfusedPair, ScatteredUpdates, Spills, AliasedLoads, ForwardingBlocked, CallMade, RegisterStackUsed,
                 FiguresMissing, LoopLost, ExpectationUnreadable, ExpectationBroken, Regression, DataFar, LoadsChased,
                 LinesHalfUsed, LinesReadToBeWritten, RowsLost>;

} // namespace osaca
