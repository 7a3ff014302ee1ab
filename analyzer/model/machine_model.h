// A machine model: what one core can do per cycle and what each instruction form costs on it. Immutable.
// The file format is described in models/README.md; where a form is not listed, see cost_of().
#pragma once

#include "base/expected.h"
#include "base/figure_origin.h"
#include "kernel/cost.h"
#include "kernel/instruction.h"
#include "kernel/isa.h"
#include "model/form_table.h"
#include "model/memory_hierarchy.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

enum class PortKind { execution, load, store, divider };

struct Port {
  std::string name;
  PortKind kind = PortKind::execution;
};

/// A figure of the core with its origin.
struct SourcedCycles {
  Cycles value;
  Provenance provenance;
};

/// Whether the core does something, with its origin.
struct SourcedTruth {
  bool value = false;
  Provenance provenance;
};

/// Which operations do not stay together with their load where the address has an index register.
enum class SplitOperations {
  several_registers, ///< all but those whose only register is both read and written
  all
};

/// Which addresses with an index register take longer.
enum class IndexedForms {
  all,
  scaled_or_displaced ///< not the sum of two terms, neither of them scaled
};

/// How the part of an instruction that reads (or writes) memory is executed, by kind of register and access width.
struct MemoryAccessCost {
  RegisterKind kind = RegisterKind::gpr; ///< gpr or vector
  int max_width_bits = 64;               ///< entries are tried in ascending order of this
  std::vector<PortDemand> demands;
  std::optional<std::vector<PortDemand>> indexed_demands; ///< in place of them when an index register is used
  Cycles dispatch_slots; ///< beyond those of the operation (0 where the access is fused with it)
  Cycles indexed_slots;  ///< beyond these, where an index register is used; of loads only if a split operation follows
  SplitOperations indexed_slots_for = SplitOperations::several_registers;
  Cycles in_place_slots; ///< stores: beyond these, of an operation that reads its place, changes it and writes it back
  Cycles latency_cycles; ///< loads: address to value
  Cycles indexed_extra_cycles; ///< loads: added when an index register is used, in an address of these forms
  IndexedForms indexed_extra_for = IndexedForms::all;
  Cycles forward_cycles; ///< stores: stored value to a dependent load's value, load latency included
  Cycles
      relay_cycles; ///< stores: the same where what is loaded is stored again, without an operation; 0: no other time
  Cycles inner_forward_cycles;  ///< stores: the same for a load that begins behind the store's first byte; 0: no other
  Cycles failed_forward_cycles; ///< stores: the same for a load that reads more than the store wrote, and the least
                                ///< time from one such pair to the next; 0: not known
  bool failed_forwards_overlap = false;           ///< stores: but not where both begin at the same byte
  std::vector<PortDemand> failed_forward_demands; ///< stores: what such a load occupies beside its own
  Provenance provenance;
};

/// Two instructions that are executed as one when adjacent. Patterns are globs over opcode names.
struct FusionRule {
  std::vector<std::string> first;
  std::vector<std::string> second;
  bool first_may_load = false; ///< also when the first has a memory operand
  bool first_may_have_immediate_and_memory = false;
  bool first_may_have_immediate_and_displacement = true; ///< of an address: false is a limit on the line before
  bool same_register =
      false; ///< only if the second changes in place what the first wrote; together they take the first's latency
  bool load_takes_slot = false;             ///< at dispatch the two take a slot each if the first has a memory operand
  std::vector<std::string> second_mnemonic; ///< globs ("je", "jne"); empty: any. LLVM keeps the condition in an operand
  Provenance provenance;
};

/// Instructions that need no execution when their sources are one register (zero idioms), or always (eliminated moves).
/// `flags`: when their sources are one register they wait for the flags they read, but not for it.
struct IdiomRule {
  enum class Kind { zero, ones, move, nop, flags };
  Kind kind = Kind::zero;
  std::vector<std::string> match; ///< globs over opcode names
  bool eliminated = true;         ///< takes a dispatch slot but no port; false: only breaks the dependency
  bool onto_itself = true;        ///< moves: also where source and destination are one register
  Provenance provenance;
};

/// Operations that are one macro-op up to dispatch and are split there, because of their address: not in any place.
struct DispatchSplits {
  int among_first = 0; ///< macro-ops of a cycle, each counted as one
  int per_cycle = 0;
  Provenance provenance;
};

/// In straight code, operations of many macro-ops are dispatched from the beginning of a cycle.
struct CycleStarts {
  int from_slots = 0; ///< operations of so many macro-ops and more
  Provenance provenance;
};

/// Operations that are a macro-op of their own beside their load, wherever that is. Others share one with it.
struct UnfusedLoads {
  std::vector<std::string> match;   ///< globs over opcodes
  bool vector_immediates = false;   ///< all with vector registers and an immediate
  bool relative_immediates = false; ///< all with an immediate whose address is relative to the instruction pointer
  Provenance provenance;
};

/// Additions of constants that are done where registers are renamed: the constant is kept beside the register's name,
/// and whoever reads the register adds it.
struct RenamedAdditions {
  std::vector<std::string> match; ///< globs over the opcodes whose result is a register and a constant
  int largest_constant = 0;       ///< in size
  int free_constant = 0;          ///< up to here a chain of them takes no time
  Cycles cycles;                  ///< latency of those with larger constants, in the mean
  /// From this constant on their latency is this one.
  struct Step {
    int from = 0;
    Cycles cycles;
  };
  std::vector<Step> steps;               ///< the last that fits counts
  std::vector<std::string> late_readers; ///< globs over opcodes that have no adder and wait for one
  Cycles late_cycles;                    ///< for so long
  std::vector<PortDemand> late_demands;  ///< what adding it before them occupies
  Provenance provenance;
};

/// A way from one unit to another that is shorter (or longer) than the figures of the second instruction say.
struct Bypass {
  std::vector<std::string> from; ///< globs over the opcodes that write the value
  std::vector<std::string> to;   ///< over those that read it
  Cycles saved_cycles;
  Cycles delay_cycles;             ///< how much longer the reader takes, from its other operands too
  bool beside_wide_vectors = true; ///< also where these close ports (WideVectors)
  Provenance provenance;
};

/// While there are operations on wide vectors, some ports take no vector operation at all.
struct WideVectors {
  int from_bits = 512;
  PortSet closed_ports = 0;
  bool by_accesses = false; ///< loads and stores of wide vectors close them, too
  std::vector<std::string>
      moved; ///< globs over opcodes that take `moved_ports` in place of ports of which one is closed
  PortSet moved_ports = 0;
  Provenance provenance;
};

/// Loads, operations and stores of wide vectors share more than their ports: a port of no other use stands for it.
struct VectorRate {
  int from_bits = 256;
  std::vector<PortDemand> demands; ///< of each load, operation and store
  Provenance provenance;
};

/// Of vectors whose length the instruction set leaves to the core (SVE, RISC-V's V).
struct VectorLength {
  int bits = 0;
  int form_group = 0; ///< RISC-V: the forms' figures are for groups of so many registers (LMUL); 0: for any
  Provenance provenance;
};

/// Operations that read one of ah to dh go another way.
struct HighByteReads {
  std::vector<PortDemand> demands; ///< in place of the operation's
  Cycles latency_cycles;           ///< in place of the operation's
  Provenance provenance;
};

/// The first-level cache's banks: side by side in a line, each for so many loads in a cycle.
struct LoadBanks {
  int bank_bytes = 4;
  int banks = 16;
  int per_cycle = 2;
  PortSet port = 0;  ///< a port that stands for the bank which is asked most
  Cycles collisions; ///< of loads in no fixed order: so much of what would be lost if they came at random
  Provenance provenance;
};

/// How fast stores leave for the first-level cache, in program order: at most `per_cycle` in a cycle, and at most one
/// change from one aligned block of bytes to another. A store that crosses a block's border is one for each.
struct StoreCommit {
  int block_bytes = 64;
  int per_cycle = 1;
  bool crossing_apart = false; ///< the parts of a store that crosses a border leave alone
  bool blocks_apart = false;   ///< a cycle takes stores of one block only: three of one and one of another need three
  Provenance provenance;
};

/// Operations that wait until the stores before them have left (x86: with a lock).
struct StoreDrain {
  std::vector<std::string> match;  ///< globs over their opcodes
  std::vector<PortDemand> demands; ///< what each of them occupies beside its own behind a store
  Provenance provenance;
};

/// How the front end reads code: in a cycle from one aligned block of bytes, up to its end or to a branch that is
/// taken.
struct Fetch {
  int block_bytes = 64;
  int cache_bytes = 0;                     ///< of the first-level instruction cache; 0: not known
  int beyond_bytes_per_cycle = 0;          ///< for a loop that does not fit into it
  std::vector<std::string> length_changes; ///< globs over opcodes that a prefix makes shorter: found late when decoded
  Cycles length_change_cycles;             ///< for each
  Provenance provenance;
};

/// A cache of decoded instructions: an entry holds so many of one aligned block of code.
struct OpCache {
  int entries = 0;
  int entry_ops = 0;
  int entries_per_cycle = 1;
  int block_entries = 0;           ///< a block that needs more is not kept; 0: as many as it takes
  int decoded_per_cycle = 0;       ///< instructions that are not in it
  int decoded_bytes_per_cycle = 0; ///< of blocks that are not kept
  int ops_per_cycle = 0;           ///< read from it in a cycle, none of them behind a taken branch; 0: not known
  Provenance provenance;
};

/// Loads that take their value from the register of the store before them, at no latency. An instruction that reads and
/// writes one place is renamed too.
struct MemoryRenamingRules {
  std::vector<std::string> loads;        ///< globs over their opcodes
  int in_place_bytes = 1;                ///< the narrowest of those that read and write one place
  bool stack_pointer_only = false;       ///< only where the address is the stack pointer plus a constant
  bool indexed = true;                   ///< also where it has an index register
  bool any_registers = false;            ///< also where the store named the same place by other registers or values
  std::vector<std::string> not_in_place; ///< globs over the opcodes of those that are not renamed after one of them
  int in_place_apart_bytes = 0;          ///< so much code, at least, from one such to the next
  PortSet port = 0; ///< a port that stands for the renaming of one load per cycle, but not of those in place; 0: of all
  Provenance provenance;
};

/// A renamed load (MemoryRenamingRules) may get the value of a store to another page whose address has the same
/// registers and low bits; then it is repeated. The core learns which loads these are, up to a limit.
struct AddressAliasing {
  int low_bits = 12;
  int word_bytes = 4;       ///< within which the two places count as the same
  int learned = 0;          ///< such loads that cost nothing
  int learned_on_stack = 0; ///< the same through the stack pointer
  Cycles cycles;            ///< for each if there are more
  Provenance provenance;
};

/// Loads and stores are given their address unit by their place among what is dispatched in a cycle. See
/// analysis/graph/mechanisms.h.
struct GroupedAccesses {
  PortSet ports = 0; ///< the address units
  Provenance provenance;
};

/// A load whose bytes lie in two cache lines is done twice.
struct LineCrossing {
  int line_bytes = 64;
  /// What one to a vector register needs beside its own; two in a row need it once. Empty: its own again.
  std::vector<PortDemand> vector_demands;
  int vector_part_bytes = 64; ///< wider loads to vector registers are so many bytes at a time, each part for itself
  /// What each load that crosses needs beside its own, to whatever register. Empty: as above.
  std::vector<PortDemand> crossing_demands;
  /// What a load of exactly one line to a vector register needs beside its own if its address moves.
  std::vector<PortDemand> whole_line_demands;
  Provenance provenance;
};

/// The uop that updates the stack pointer after pushes and pops, before an instruction that has it as an operand.
struct StackSync {
  std::vector<PortDemand> demands;
  Cycles dispatch_slots = 1;
  Cycles latency_cycles = 1;
  Provenance provenance;
};

/// Where uops wait for some of the ports. A uop is given to one scheduler before it is known which port will be free.
struct Scheduler {
  std::string name;
  PortSet ports = 0;
  int entries = 0;
  int per_cycle = 0;         ///< how many may enter in a cycle; 0: as many as come
  bool is_queued = false;    ///< entered through the queue
  bool binds_ports = false;  ///< a uop is bound to a port when it enters
  int binding_tolerance = 4; ///< by so many more uops a port may be awaited than the least awaited, and still be chosen
  Provenance provenance;
};

/// A queue between dispatch and some of the schedulers.
struct SchedulerQueue {
  int entries = 0;
  int per_cycle = 1;          ///< uops that leave it in a cycle; one that keeps its port for two cycles counts twice
  int counted_cycles_ago = 0; ///< how old the counts are by which a scheduler is chosen
  Provenance provenance;
};

struct Core {
  std::vector<Port> ports;
  SourcedCycles dispatch_width; ///< macro-ops per cycle
  std::optional<DispatchSplits> dispatch_splits;
  std::optional<CycleStarts> cycle_starts;
  std::optional<SourcedCycles> taken_branch_cycles; ///< least cycles between two taken branches
  std::optional<SourcedCycles>
      misprediction_cycles; ///< from a mispredicted branch's execution until code of the right path executes
  std::optional<SourcedCycles> reorder_buffer; ///< entries
  SourcedCycles address_update_cycles;         ///< base register of a pre/post-indexed access
  SourcedTruth in_order;     ///< instructions begin to execute in program order: what waits holds up all that follow
  SourcedTruth stack_engine; ///< push/pop/call/ret update the stack pointer at no latency
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
  std::vector<VectorRate> vector_rates;       ///< the widest that fits counts
  std::optional<VectorLength> vector_length;  ///< empty: not known, or the instruction set says it
  SourcedTruth high_bytes_apart = {true, {}}; ///< ah to dh may be written without waiting for the rest, and vice versa
  std::vector<MemoryAccessCost> loads;
  std::vector<MemoryAccessCost> stores;
  std::vector<Scheduler> schedulers; ///< at most 16; empty: not known, nothing can be simulated
  std::optional<SchedulerQueue> scheduler_queue;
  std::optional<SourcedCycles> retire_width; ///< macro-ops per cycle
  std::vector<FusionRule> fusion;
  std::vector<IdiomRule> idioms;
  std::optional<MemoryHierarchy> memory; ///< what lies behind the first-level cache; empty: not known

  [[nodiscard]] PortSet ports_of_kind(PortKind kind) const;
};

/// A CPU that has no model, and why the figures of this one hold for it.
struct StandIn {
  std::string cpu; ///< the compiler's name
  std::string because;
  friend bool operator==(const StandIn &, const StandIn &) = default;
};

class MachineModel {
public:
  struct Data {
    std::string name;  ///< "zen4"
    std::string title; ///< "AMD Zen 4"
    Isa isa = Isa::x86_64;
    std::vector<std::string> aliases;
    std::vector<StandIn> stand_ins; ///< CPUs without a model that this one serves
    std::string compiler_cpu;       ///< LLVM's name of the core that stands in for missing forms; may be empty
    std::map<std::string, std::vector<std::string>> compiler_ports; ///< LLVM's unit name -> our ports
    std::vector<ArchNote> notes;
    std::string figures_version =
        {}; ///< a fingerprint of all that it says: another one means other figures; empty: not known
    bool fallback_only = false;
    Core core;
    /// Forms are looked for in this order; the first that has the opcode wins.
    std::vector<FormEntry> forms;           ///< sorted by opcode
    std::vector<FormEntry> patterns;        ///< `opcode` is a glob; in the order of the file
    std::shared_ptr<const FormTable> table; ///< of a shipped model; may be null
    std::shared_ptr<const Data> base;       ///< the model that this one extends; may be null
  };
  explicit MachineModel(Data data);

  [[nodiscard]] const std::string &name() const { return data_->name; }
  [[nodiscard]] const Data &data() const { return *data_; }
  [[nodiscard]] const Core &core() const { return data_->core; }

  /// The entry for this opcode (by its name or by a glob of the model), if there is one.
  [[nodiscard]] std::optional<FormEntry> find(std::string_view opcode) const;
  [[nodiscard]] RuleMatches rule_matches(std::string_view opcode) const;

  [[nodiscard]] Coverage coverage() const;

private:
  std::shared_ptr<const Data> data_;
};

/// The cost of `instruction` on `model`. In this order: the form itself; the register form of the same operation with
/// the core's load or store parts added ("composed"); the compiler's scheduling class (compiler_costs[compiler_index],
/// pass -1 for none), its resources translated by Data::compiler_ports. Empty: nobody knows (a finding, never zero).
[[nodiscard]] std::optional<Cost> cost_of(const MachineModel &model, const Instruction &instruction,
                                          int compiler_index);

} // namespace osaca
