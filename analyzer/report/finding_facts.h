// The facts that findings report: one struct for each kind of finding. render/words turns them into sentences.
#pragma once

#include "base/called_function.h"
#include "base/compiler_facts.h"
#include "base/cycles.h"
#include "base/loop_role.h"
#include "base/source_location.h"
#include "report/bound.h"
#include "report/budget_facts.h"
#include "report/loop_figures.h"
#include "report/memory_report.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace osaca {

// What became of an annotated loop.

enum class AnnotationStatus { analysed, vanished, not_a_loop };
[[nodiscard]] std::string_view name_of(AnnotationStatus status);

/// Why the loop is in the report: it has a pragma, its function was named, or all loops were requested.
enum class RequestedBy { pragma, function, all };
[[nodiscard]] std::string_view name_of(RequestedBy requested_by); ///< in JSON: "pragma", "function", "all"

// The kinds of findings.

/// The mnemonics of a finding's instructions, each once, in the order of the instructions; "": it could not be read.
using Mnemonics = std::vector<std::string>;

// In the following structs, Advice::of_rule selects the general advice of the rule.

/// Whether the loop could be vectorised, and what that requires.
struct Vectors {
  enum class Need {
    impossible, ///< the loop is vectorised already, or cannot be
    blocks,     ///< the loop ends at an element that it finds: compilers vectorise only the work on a block of elements
    option,     ///< the compiler's vectoriser is off or restricted to cheap cases, or its options are unknown
    source      ///< the vectoriser is on but did not vectorise: the reason is in the code
  };
  /// What the compiler's message is about, as far as that is known.
  enum class Obstacle { unknown, control_flow, iteration_count };
  Need need = Need::impossible;
  Obstacle obstacle = Obstacle::unknown;
  std::string compiler_remark = {}; ///< why the compiler did not vectorise, in its own words; "": unknown
  CompilerOptions::Compiler compiler = CompilerOptions::Compiler::unknown;
  bool in_parallel_region = false; ///< an OpenMP loop: `restrict` is lost in the function that its code is moved to
};

/// Whether unrolling would help a loop that is limited by the front end.
struct Unrolling {
  enum class Gain {
    some,
    not_by_option,    ///< the compiler may unroll already: it needs a pragma for this loop
    little,           ///< few of its macro-ops are loop overhead
    none_too_large,   ///< the unrolled loop would not fit into the op cache
    none_scattered,   ///< the time is spent on updates at data-dependent addresses
    none_other_limit, ///< another bound is as large
    none_to_unroll    ///< marked code without a branch back
  };
  Gain gain = Gain::some;
  Cycles macro_ops;
  Cycles of_loop; ///< the part of `macro_ops` that counts iterations, advances addresses and branches back
  Cycles kept;    ///< capacity of the op cache in macro-ops; 0: unknown
  BoundKind other_limit = BoundKind::loop_carried; ///< the largest bound that unrolling does not change
  Cycles other_cycles;                             ///< of that bound
  CompilerOptions::Compiler compiler = CompilerOptions::Compiler::unknown;
};

struct DividerBusy {
  enum class Advice {
    of_rule,
    integers,
    narrow_integers,
    roots,
    other_divisors ///< each iteration divides by another number, so no reciprocal can be computed before the loop
  };
  Mnemonics mnemonics;
  Cycles busy;
  Cycles whole; ///< cycles per iteration
  Advice advice = Advice::of_rule;
  CompilerOptions options = {};
};

struct PortsBusy {
  enum class Advice { of_rule, move_less_data, fewer_operations, fewer_divisions, local_counter };
  enum class WiderVectors { none, of_the_widest, of_another_target };
  struct Share {
    std::string port;
    Cycles busy;
  };
  Mnemonics mnemonics;
  Cycles busy;
  std::optional<Cycles> whole; ///< cycles per iteration, if they exceed `busy` because uops wait in schedulers
  std::vector<Share> shares;
  Advice advice = Advice::of_rule;
  Vectors vectors = {};
  WiderVectors wider = WiderVectors::none;
  bool has_wide_target = false; ///< the compiler may use the widest vectors that the core has
  int refining = 0; ///< number of instructions that refine an estimate, instead of a division or a square root
  DividerBusy::Advice divisions = DividerBusy::Advice::of_rule; ///< if the advice is `fewer_divisions`
  CompilerOptions options = {};                                 ///< likewise
};

/// On a core that executes in program order, instructions wait for values.
struct IssueStalls {
  Cycles waiting;     ///< cycles per iteration for which the next instruction waits for a value
  Cycles whole;       ///< cycles per iteration
  std::string reader; ///< the longest of these waits: the mnemonic of the instruction that waits
  std::string writer; ///< and of the one that it waits for
  Cycles longest;
};

struct FrontEndBusy {
  struct Blocks { ///< aligned blocks of code, one read per cycle
    std::int64_t bytes = 0;
    Cycles blocks;
    int block_bytes = 0;
  };
  struct CallsAndBlocks { ///< calls and returns, and reading the blocks of code between them
    int calls = 0;        ///< calls and returns together
    Cycles blocks;
    int block_bytes = 0;
    Cycles cycles;
  };
  struct Entries { ///< entries of the op cache, one read per cycle
    std::int64_t entries = 0;
    int entry_ops = 0;
    int block_bytes = 0;
  };
  struct Decoders { ///< more code than fits into the op cache
    std::size_t instructions = 0;
    int per_cycle = 0;
  };
  struct Cache { ///< more code than fits into the first-level instruction cache
    std::int64_t bytes = 0;
    int bytes_per_cycle = 0;
  };
  struct Dense {            ///< blocks of code with more macro-ops than the op cache keeps of one block
    std::int64_t bytes = 0; ///< of code
    int most_ops = 0;
    int block_bytes = 0;
    int bytes_per_cycle = 0;
  };
  struct Jumps { ///< jumps that the op cache does not keep because they cross or end at the end of a block of code
    int count = 0;
    std::int64_t bytes = 0; ///< of code that is decoded therefore
    int block_bytes = 0;
  };
  struct Lengths { ///< instructions with a length-changing prefix, which take the decoders these cycles each
    int instructions = 0;
    Cycles cycles;
  };
  struct TakenBranches {
    int count = 0;
    Cycles cycles;
    int calls = 0; ///< calls and returns together, if these take longer than all taken branches; else 0
  };
  struct WholeReads {
    ReadInWholeCycles read;
    Cycles cycles; ///< per iteration
  };
  struct Dispatch {
    Cycles macro_ops;
    Cycles cycles;
    Cycles width;
    Cycles waiting; ///< for the first slots of a cycle, because some macro-ops can be split only there
  };
  enum class Advice {
    of_rule,
    unroll_less,
    no_branches,
    no_calls,
    one_block,
    move_jumps,
    local_counter, ///< a path of the loop adds atomically to a counter
    unroll_completely,
    fewer_instructions
  };
  std::variant<Dispatch, Blocks, CallsAndBlocks, Entries, Decoders, Cache, Dense, Jumps, Lengths, TakenBranches,
               WholeReads>
      limit;
  Advice advice = Advice::of_rule;
  Vectors vectors = {};
  Unrolling unrolling = {};
  int block_bytes = 0; ///< for Advice::one_block and move_jumps
  int iterations = 0;  ///< for Advice::unroll_completely: those that the loop always has
};

struct StoresBusy {
  Cycles cycles;
  int per_cycle = 0;
  int block_bytes = 0;
  Vectors vectors = {};
};

struct ChainWait {
  enum class Advice {
    of_rule,
    optimise,
    fewer_values,
    not_around_calls, ///< a call overwrites the registers, so the value waits in memory until the call returns
    several_searches,
    keep_value, ///< the address of a load is kept until a comparison of the loaded value selects another one
    no_list,
    several_lookups,
    shorter_recurrence,
    several_steps,
    divide_once,   ///< a number is divided by one number after the other
    by_reciprocal, ///< a number is divided by the same number again and again
    accumulators,
    several_inputs, ///< a recurrence of integers, such as a hash or random numbers
    local_counter   ///< the loop adds atomically to a counter
  };
  Cycles cycles;
  int iterations = 1;
  Mnemonics mnemonics;
  Carrier through_memory; ///< none: the chain stays in registers
  Advice advice = Advice::of_rule;
  CompilerOptions options = {};
  /// No option lets compilers use several accumulators, because of the chain's operations or the rest of the loop.
  bool is_beyond_options = false;
  bool is_extremum = false;         ///< a maximum or minimum of floating-point numbers
  std::string compiler_remark = {}; ///< why the compiler did not vectorise
  int reorder_buffer = 0;           ///< its number of entries, if an iteration needs more than that; else 0
};

struct ScalarArithmetic {
  Mnemonics mnemonics;
  std::vector<SourceLocation> branches = {}; ///< the lines of the branches that the compiler reports, each once
  bool is_reduction = false; ///< a floating-point reduction, in which vectorising changes the order of the operations
  bool is_extremum = false;  ///< this reduction is a maximum or minimum
  Vectors vectors = {};
  CompilerOptions options = {};
  /// The option that selects more or wider vectors than the compiler may use. `none`: the core has no others.
  enum class WiderTarget { none, native, architecture };
  WiderTarget wider_target = WiderTarget::native;
  bool has_roots = false;      ///< square roots, whose arguments are tested because they may have to set errno
  bool has_nan_checks = false; ///< products that are tested for NaN, as those of complex numbers
};

/// Branches that depend on data decide which path an iteration takes.
struct PathOnData {
  Mnemonics mnemonics = {};
  bool is_indirect = false;               ///< one of them is a jump through a table or a register
  std::optional<Cycles> cycles_each = {}; ///< of a misprediction, at most; empty: the model does not have the figure
};

/// A vector body accesses elements that are apart one by one.
struct ElementAccesses {
  Mnemonics mnemonics = {};
  bool loads = false;
  bool stores = false;
  bool has_others = false;       ///< the loads are of vectors and the stores are not, or vice versa
  std::int64_t stride_bytes = 0; ///< from one element to the next; 0: there are several strides
};

/// A vector body takes at least as long per source iteration as the scalar code of the same loop.
struct VectorsWithoutGain {
  Cycles vectors; ///< per source iteration
  Cycles scalar;
  LoopRole::Kind scalar_role = LoopRole::Kind::remainder;
  std::int64_t structure_bytes = 0; ///< the size of the elements of an array of structures; 0: there is none
  CompilerOptions::Compiler compiler = CompilerOptions::Compiler::unknown;
};

struct UnfusedPair {
  std::string multiply;
  std::string add;
  CompilerOptions options = {};
};

/// The finding's instructions read, change and write back memory at data-dependent addresses.
struct ScatteredUpdates {
  Mnemonics mnemonics;
  std::string array;       ///< "": unknown
  Cycles wait;             ///< cycles per iteration if all updates hit the same address, or two addresses in turn
  Cycles whole;            ///< predicted cycles per iteration, for addresses that differ
  bool is_in_turn = false; ///< whether `wait` is that of two addresses in turn
};

/// The finding's instructions are the spills.
struct Spills {};

struct AliasedLoads {
  bool on_stack = false;
  int low_bits = 0;
  int learned = 0;      ///< number of such loads for which the core avoids the cost
  Cycles cycles;        ///< delay of each of the other loads
  Vectors vectors = {}; ///< whether vectors would help
};

/// A load reads more bytes than the last store to its address wrote.
struct ForwardingBlocked {
  std::string store; ///< text of the instruction
  std::string load;
  int stored_bytes = 0;
  int loaded_bytes = 0;
  Cycles cycles; ///< from the store to the load; 0: unknown, and not part of the prediction
};

struct CallMade {
  enum class Advice {
    of_rule,
    none, ///< there is nothing to improve
    no_errno,
    no_nans,
    fused,
    rounding,
    rounding_half_away,
    vector_variant,
    unsafe_rounding, ///< GCC rounds to integers without a call if it may be inexact
    of_library,      ///< a function of a shared library, which no compiler inlines
    fewer_locks,
    no_tree,
    direct
  };
  std::string callee; ///< "": called through a pointer
  Advice advice = Advice::of_rule;
  bool is_of_library = false;                ///< the callee is in a shared library of the compiler or the system
  CallStatus status = CallStatus::elsewhere; ///< why the prediction does not include the call; `followed`: it does
  Cycles cycles = {};                        ///< if its cost is known: CalledFunction::busy_cycles()
  Cycles saved_cycles = {};                  ///< if its cost is known: CalledFunction::cycles
  Cycles of_cycles = {};                     ///< the prediction
  int saves = 0; ///< instructions that store values before the call and load them again after it
  CompilerOptions options = {};
  bool needs_recent_library = false; ///< only newer versions of the C library have vector variants for the target
};

struct RegisterStackUsed {
  Mnemonics mnemonics;
  bool is_followed = false; ///< the values are tracked from one instruction to the next
  bool is_extended = false; ///< values of 80 bits are in memory, as of long double
};

struct FiguresMissing {
  Mnemonics mnemonics;
  std::string arch;
  int absent = 0;   ///< number of the finding's instructions that the core does not support
  int repeated = 0; ///< number of the finding's instructions whose repeat count is in a register
};

/// An annotation whose loop is gone, or gone in part (status `analysed`).
struct LoopLost {
  AnnotationStatus status = AnnotationStatus::vanished;
  std::string reason;        ///< reported by the compiler's plugin
  bool is_statement = false; ///< the pragma is before a statement that is no loop
};

/// A finding of a report that was read from a file, which contains only the text and not the facts.
struct WrittenFinding {
  std::string message;
  std::string advice;
};

using FindingFacts = std::variant<WrittenFinding, DividerBusy, PortsBusy, IssueStalls, FrontEndBusy, StoresBusy,
                                  ChainWait, ScalarArithmetic, PathOnData, ElementAccesses, VectorsWithoutGain,
                                  UnfusedPair, ScatteredUpdates, Spills, AliasedLoads, ForwardingBlocked, CallMade,
                                  RegisterStackUsed, FiguresMissing, LoopLost, ExpectationUnreadable, ExpectationBroken,
                                  Regression, DataFar, LoadsChased, LinesHalfUsed, LinesReadToBeWritten, RowsLost>;

} // namespace osaca
