// One core: its ports and widths, and the mechanisms that decide how many cycles a loop takes. Each struct is a part of
// `core:` in the model files (models/reference.md lists their keys).
#pragma once

#include "base/figure_origin.h"
#include "kernel/cost.h"
#include "kernel/instruction.h"
#include "model/front_end_rules.h"
#include "model/issue.h"
#include "model/memory_hierarchy.h"

#include <optional>
#include <string>
#include <vector>

namespace osaca {

enum class PortKind { execution, load, store, divider };

struct Port {
  std::string name;
  PortKind kind = PortKind::execution;
};

struct SourcedCycles {
  Cycles value;
  Provenance provenance;
};

/// Whether the core does something, and the origin of this statement.
struct SourcedTruth {
  bool value = false;
  Provenance provenance;
};

/// Which operations are split into an operation and a load at dispatch if the address has an index register.
enum class SplitOperations {
  several_registers, ///< all except those with a single register operand that is both read and written
  all
};

/// The addresses with an index register for which a load takes longer.
enum class IndexedForms {
  all,
  scaled_or_displaced ///< all except the plain sum of two registers
};

/// The cost of the part of an instruction that reads (or writes) memory, by kind of register and width of access.
struct MemoryAccessCost {
  RegisterKind kind = RegisterKind::gpr; ///< gpr or vector
  int max_width_bits = 64;               ///< entries are tried in ascending order of this width
  std::vector<PortDemand> demands;
  std::optional<std::vector<PortDemand>> indexed_demands; ///< replace `demands` if the address has an index register
  Cycles dispatch_slots; ///< in addition to those of the operation; 0: the access is fused with the operation
  Cycles indexed_slots;  ///< added to dispatch_slots with an index register; for loads, only if the operation is split
  SplitOperations indexed_slots_for = SplitOperations::several_registers;
  Cycles in_place_slots;       ///< stores: added to dispatch_slots if the operation also reads this memory location
  Cycles latency_cycles;       ///< loads: from address to value
  Cycles indexed_extra_cycles; ///< loads: added to latency_cycles for the addresses of indexed_extra_for
  IndexedForms indexed_extra_for = IndexedForms::all;
  Cycles forward_cycles; ///< stores: latency from the stored value to the loaded value, including that of the load
  Cycles relay_cycles;   ///< stores: the same if the loaded value is stored again unchanged; 0: equal to forward_cycles
  /// Stores: like forward_cycles, for a load that begins after the first byte of the store. 0: equal to forward_cycles.
  Cycles inner_forward_cycles;
  /// Stores: like forward_cycles, for a load that reads more bytes than the store wrote; also the minimum time between
  /// two such loads. 0: not known.
  Cycles failed_forward_cycles;
  bool failed_forwards_overlap = false; ///< stores: no minimum time for loads that begin where the store begins
  std::vector<PortDemand> failed_forward_demands; ///< stores: added to the demands of a load with failed_forward_cycles
  Provenance provenance;
};

/// Of the entries for this kind of register, the narrowest that is wide enough, or else the widest. Null: there is
/// none.
template <class Entry>
const Entry *entry_for_width(const std::vector<Entry> &entries, RegisterKind kind, int width_bits) {
  const Entry *chosen = nullptr;
  for (const Entry &entry : entries) {
    if (entry.kind != kind || entry.max_width_bits <= 0)
      continue;
    const bool fits = entry.max_width_bits >= width_bits;
    const bool chosen_fits = chosen != nullptr && chosen->max_width_bits >= width_bits;
    if (chosen == nullptr || (fits && (!chosen_fits || entry.max_width_bits < chosen->max_width_bits)) ||
        (!fits && !chosen_fits && entry.max_width_bits > chosen->max_width_bits))
      chosen = &entry;
  }
  return chosen;
}

/// Two adjacent instructions that are executed as one. Patterns are globs over opcode names.
struct FusionRule {
  std::vector<std::string> first;
  std::vector<std::string> second;
  bool first_may_load = false; ///< the pair fuses even if the first has a memory operand
  bool first_may_have_immediate_and_memory = false;
  /// False: the pair does not fuse if the address has a displacement.
  bool first_may_have_immediate_and_displacement = true;
  /// The pair fuses only if the second instruction reads the result of the first and overwrites it. The pair then has
  /// the latency of the first.
  bool same_register = false;
  bool same_destination = false; ///< the pair fuses only if the second instruction changes the result of the first, and
                                 ///< does not use it otherwise
  bool load_takes_slot = false;  ///< at dispatch, the pair takes two slots if the first has a memory operand
  /// The pair fuses even if the address of the first is relative to the instruction pointer.
  bool first_may_be_relative = true;
  std::vector<std::string> second_mnemonic; ///< globs ("je", "jne"): LLVM's opcode lacks the condition; empty: any
  std::vector<PortDemand> demands;          ///< of the pair, in addition to those of the second instruction
  Provenance provenance;
};

/// Instructions that need no execution, either always (eliminated moves), or if all sources are the same register (zero
/// idioms). `flags`: if all sources are the same register, the instruction waits only for the flags that it reads.
struct IdiomRule {
  enum class Kind { zero, ones, move, nop, flags };
  Kind kind = Kind::zero;
  std::vector<std::string> match; ///< globs over opcode names
  bool eliminated = true;         ///< needs a dispatch slot but no port; false: only breaks the dependency
  bool onto_itself = true;        ///< moves: the rule applies even if source and destination are the same register
  Cycles latency_cycles = 0;      ///< mean latency of an eliminated move: some cores execute a few of them nevertheless
  Provenance provenance;
};

/// Operations that need one more macro-op with a load than without, whatever the address. For all other operations,
/// MemoryAccessCost::dispatch_slots and indexed_slots give the additional macro-ops.
struct UnfusedLoads {
  std::vector<std::string> match; ///< globs over opcodes
  bool vector_immediates = false; ///< all operations with vector registers and an immediate
  /// All operations with an immediate and an address relative to the instruction pointer.
  bool relative_immediates = false;
  Provenance provenance;
};

/// Additions of constants at rename: the core records the constant together with the register, and an instruction that
/// reads the register adds the constant.
struct RenamedAdditions {
  std::vector<std::string> match; ///< globs over the opcodes whose result is a register plus a constant
  int largest_constant = 0;       ///< absolute value; larger constants are added on a port
  int free_constant = 0;          ///< up to this absolute value, a chain of additions takes no time
  Cycles cycles;                  ///< mean latency with constants above free_constant
  struct Step {
    int from = 0; ///< additions of constants of at least this absolute value have this latency
    Cycles cycles;
  };
  std::vector<Step> steps;               ///< the last step that applies is used
  std::vector<std::string> late_readers; ///< globs over opcodes that wait until the constant has been added
  Cycles late_cycles;                    ///< cycles for which they wait
  std::vector<PortDemand> late_demands;  ///< ports occupied by the uop that then adds the constant
  Provenance provenance;
};

/// Values that reach some instructions sooner (or later) than the latencies of the instructions imply.
struct Bypass {
  std::vector<std::string> from; ///< globs over the opcodes that write the value
  std::vector<std::string> to;   ///< globs over the opcodes that read it
  Cycles saved_cycles;           ///< cycles subtracted from the reader's latency
  Cycles delay_cycles;           ///< cycles added to the reader's latency, from every operand
  /// False: does not apply in code in which wide vectors make ports unusable (see WideVectors).
  bool with_wide_vectors = true;
  bool to_addresses = false; ///< the readers use the value as the base of an address, and not as an operand
  Provenance provenance;
};

/// In code with operations on wide vectors, some ports execute no vector operations at all.
struct WideVectors {
  int from_bits = 512;
  PortSet closed_ports = 0;
  bool by_accesses = false; ///< loads and stores of wide vectors also close the ports
  /// Globs over opcodes that use `moved_ports` if one of their own ports is closed.
  std::vector<std::string> moved;
  PortSet moved_ports = 0;
  Provenance provenance;
};

/// A throughput limit shared by loads, operations and stores of wide vectors, modelled as a port of its own.
struct VectorRate {
  int from_bits = 256;
  std::vector<PortDemand> demands; ///< the demands of each such load, operation and store
  Provenance provenance;
};

/// A throughput limit shared by loads and stores, modelled as a port of its own: the path to the first-level cache.
struct AccessRate {
  RegisterKind kind = RegisterKind::gpr; ///< gpr or vector
  int max_width_bits = 64;               ///< the narrowest entry that is wide enough applies
  std::vector<PortDemand> demands;       ///< of each load and each store of this width
  Provenance provenance;
};

/// The length of vector registers, if the instruction set leaves it to the core (SVE, RISC-V's V).
struct VectorLength {
  int bits = 0;
  int form_group = 0; ///< RISC-V: the forms' figures are for groups of this many registers (LMUL); 0: for any group
  Provenance provenance;
};

/// The cost of operations that read ah, bh, ch or dh.
struct HighByteReads {
  std::vector<PortDemand> demands; ///< replace those of the operation
  Cycles latency_cycles;           ///< replaces that of the operation
  Provenance provenance;
};

/// The banks of the first-level cache. They are adjacent in each line, and each of them serves `per_cycle` loads per
/// cycle.
struct LoadBanks {
  int bank_bytes = 4;
  int banks = 16;
  int per_cycle = 2;
  /// An artificial port, which is busy for as long as the bank with the most loads; nothing else uses it.
  PortSet port = 0;
  Cycles collisions; ///< if loads are not executed in a fixed order: a factor (0 to 1) for the loss that is computed
                     ///< for random addresses
  Provenance provenance;
};

/// How fast stores commit to the first-level cache, in program order: at most `per_cycle` stores per cycle, and at most
/// one change from one aligned block of bytes to another. A store that crosses a block boundary counts once for each
/// block.
struct StoreCommit {
  int block_bytes = 64;
  int per_cycle = 1;
  bool crossing_apart = false; ///< each part of a store that crosses a boundary takes a separate cycle
  bool blocks_apart = false;   ///< all stores of a cycle go to the same block
  Provenance provenance;
  /// Stores may alternate between this number of blocks; only a store to any other block is a change.
  int open_blocks = 1;
  Cycles page_crossing_cycles = {}; ///< additional time of a store that crosses the boundary of two pages
};

/// Operations that wait until all earlier stores have been committed (x86: with a lock prefix).
struct StoreDrain {
  std::vector<std::string> match; ///< globs over the opcodes
  /// Ports that the operation occupies in addition to its own, if there is a store before it.
  std::vector<PortDemand> demands;
  Provenance provenance;
};

/// Loads that take their value from the register of an earlier store, without latency. An instruction that reads and
/// writes the same memory location ("in place") is also renamed.
struct MemoryRenamingRules {
  std::vector<std::string> loads;  ///< globs over the opcodes
  int in_place_bytes = 1;          ///< width of the narrowest in-place access that is renamed
  bool stack_pointer_only = false; ///< loads are renamed only if the address is the stack pointer plus a constant
  bool indexed = true;             ///< loads are renamed even if the address has an index register
  bool any_registers = false; ///< loads are renamed even if the store used other registers, or other values of the same
                              ///< registers, for the same address
  int learned_pairs = 0; ///< up to this number of pairs of a store and a load with different registers, the core learns
                         ///< during a loop which load belongs to which store, and renames these loads too
  std::vector<std::string> not_in_place; ///< globs over in-place instructions whose loads are not renamed
  std::vector<std::string>
      sometimes;                ///< globs over instructions whose loads are renamed in some runs and not in others
  int in_place_apart_bytes = 0; ///< minimum distance in the code between two in-place instructions
  int in_place_run = 0;         ///< up to this number of successive in-place instructions may be nearer to each other
  PortSet port = 0; ///< artificial port that each renamed load, except those of in-place instructions, occupies for a
                    ///< cycle; 0: no limit
  Provenance provenance;
};

/// A renamed load (MemoryRenamingRules) may get the value of a store to another page, if the store's address uses the
/// same registers and has the same low bits. The load is then repeated. The core learns which loads are affected, up to
/// a limit.
struct AddressAliasing {
  int low_bits = 12;
  int word_bytes = 4;       ///< two addresses alias if their low bits are in the same aligned word of this size
  int learned = 0;          ///< number of such loads that the core can learn, so that they cost nothing
  int learned_on_stack = 0; ///< the same for addresses with the stack pointer
  Cycles cycles;            ///< cost of each such load beyond `learned` (or `learned_on_stack`)
  Provenance provenance;
};

/// Which address unit a load or store uses depends on its position among the macro-ops that are dispatched in the same
/// cycle. See raise_grouped_accesses() in analysis/graph/core_effects.h.
struct GroupedAccesses {
  PortSet ports = 0; ///< the address units
  Provenance provenance;
};

/// A load whose bytes lie in two cache lines occupies its ports twice.
struct LineCrossing {
  int line_bytes = 64;
  /// The ports that such a load to a vector register occupies in addition to its own. Of two consecutive loads of this
  /// kind, only the first occupies them. Empty: the load occupies its own ports a second time.
  std::vector<PortDemand> vector_demands;
  int vector_part_bytes = 64; ///< wider loads to vector registers are split into parts of this size
  /// The ports that every such load occupies in addition to its own. If this is not empty, all other members except
  /// `line_bytes` are ignored.
  std::vector<PortDemand> crossing_demands;
  /// The ports that a load of exactly one line to a vector register occupies in addition to its own, if its address
  /// varies.
  std::vector<PortDemand> whole_line_demands;
  Provenance provenance;
};

/// The uop that merges a high byte (ah, bh, ch, dh) with the rest of its register, if the high byte was written
/// separately, before an instruction that reads more than a byte of the register. No other macro-op is dispatched in
/// the same cycle.
struct HighByteMerge {
  std::vector<PortDemand> demands;
  Cycles latency_cycles = 1;
  Provenance provenance;
};

/// The uop that updates the stack pointer after pushes and pops, before an instruction that has it as an operand.
struct StackSync {
  std::vector<PortDemand> demands;
  Cycles dispatch_slots = 1;
  Cycles latency_cycles = 1;
  Provenance provenance;
};

struct Core {
  std::vector<Port> ports;
  SourcedCycles dispatch_width;                     ///< macro-ops per cycle
  std::optional<SourcedCycles> straight_line_width; ///< the same for code without a taken branch
  std::optional<DispatchSplits> dispatch_splits;
  std::optional<CycleStarts> cycle_starts;
  std::optional<ShortLoops> short_loops;
  std::optional<SourcedCycles> taken_branch_cycles; ///< minimum time between two taken branches
  /// Time in which no instructions arrive after a branch that was taken at least twice in succession and is then not
  /// taken: a fast predictor expects it to be taken again, and a slower one corrects that.
  std::optional<SourcedCycles> run_end_cycles;
  std::optional<SourcedCycles> call_cycles;   ///< minimum time from one call to the next call or return
  std::optional<SourcedCycles> return_cycles; ///< minimum time from one return to the next call or return
  /// Additional time for each further call of the same function in an iteration, because its return then has several
  /// targets.
  std::optional<SourcedCycles> further_call_cycles;
  /// From the execution of a mispredicted branch until code of the correct path executes.
  std::optional<SourcedCycles> misprediction_cycles;
  std::optional<SourcedCycles> reorder_buffer; ///< entries
  SourcedCycles address_update_cycles;         ///< latency of the base register of a pre- or post-indexed access
  InOrder in_order;
  SourcedTruth stack_engine;           ///< push, pop, call and ret update the stack pointer without latency
  std::optional<StackSync> stack_sync; ///< only with a stack engine
  std::optional<StoreCommit> store_commit;
  std::optional<StoreDrain> store_drain;
  std::optional<LineCrossing> line_crossing;
  std::optional<GroupedAccesses> grouped_accesses;
  std::optional<MemoryRenamingRules> memory_renaming;
  std::optional<AddressAliasing> address_aliasing;
  std::optional<Fetch> fetch;
  std::optional<OpCache> op_cache;
  std::optional<UnfusedLoads> unfused_loads;
  std::optional<RenamedAdditions> renamed_additions;
  std::vector<Bypass> bypasses;
  std::optional<LoadBanks> load_banks;
  std::optional<HighByteReads> high_byte_reads;
  std::optional<WideVectors> wide_vectors;
  std::vector<AccessRate> access_rates;         ///< in any order
  std::vector<VectorRate> vector_rates;         ///< the rate with the largest applicable width is used
  std::optional<VectorLength> vector_length;    ///< empty: not known, or fixed by the instruction set
  SourcedTruth high_bytes_apart = {true, {}};   ///< ah to dh are written independently of the rest of their register
  std::optional<HighByteMerge> high_byte_merge; ///< only if `high_bytes_apart`
  std::vector<MemoryAccessCost> loads;
  std::vector<MemoryAccessCost> stores;
  std::vector<Scheduler> schedulers; ///< at most 16; empty: not known, no simulation
  std::optional<SchedulerQueue> scheduler_queue;
  std::optional<BlockingResults> blocking_results;
  std::optional<VectorResults> vector_results;
  std::optional<DispatchGroups> dispatch_groups;
  std::optional<SourcedCycles> retire_width; ///< macro-ops per cycle
  std::vector<FusionRule> fusion;
  std::vector<IdiomRule> idioms;
  std::optional<MemoryHierarchy> memory; ///< cache levels after the first, and memory; empty: not known

  [[nodiscard]] PortSet ports_of_kind(PortKind kind) const;
};

} // namespace osaca
