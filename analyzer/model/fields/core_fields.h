// The fields of `core:`, in the order in which they are read and stored. See vocabulary.h.
#pragma once

#include "model/fields/core_mechanism_fields.h"
#include "model/fields/memory_fields.h"
#include "model/fields/vocabulary.h"

#include <algorithm>
#include <string>

namespace osaca::fields {

inline constexpr std::pair<std::string_view, PortKind> port_kinds[] = {{"execution", PortKind::execution},
                                                                       {"load", PortKind::load},
                                                                       {"store", PortKind::store},
                                                                       {"divider", PortKind::divider}};
inline constexpr std::pair<std::string_view, RegisterKind> access_kinds[] = {{"gpr", RegisterKind::gpr},
                                                                             {"vector", RegisterKind::vector}};
inline constexpr std::pair<std::string_view, IndexedForms> indexed_forms[] = {
    {"all", IndexedForms::all}, {"scaled_or_displaced", IndexedForms::scaled_or_displaced}};
inline constexpr std::pair<std::string_view, SplitOperations> split_operations[] = {
    {"several_registers", SplitOperations::several_registers}, {"all", SplitOperations::all}};
inline constexpr std::pair<std::string_view, IdiomRule::Kind> idiom_kinds[] = {{"zero", IdiomRule::Kind::zero},
                                                                               {"ones", IdiomRule::Kind::ones},
                                                                               {"move", IdiomRule::Kind::move},
                                                                               {"nop", IdiomRule::Kind::nop},
                                                                               {"flags", IdiomRule::Kind::flags}};

inline bool is_port_name(std::string_view name) {
  return !name.empty() && name.size() <= 16 && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
  });
}
inline constexpr TextForm port_name = {"1 to 16 letters, digits, '_' or '.'", "^[A-Za-z0-9_.]{1,16}$", is_port_name};

template <class Pass> void describe(Pass &pass, Port &port) {
  pass.text("name", port.name, Need::required, port_name, "as forms name it");
  pass.choice("kind", port.kind, Need::optional, Choices<PortKind>(port_kinds),
              "what it is for: the report names the divider, loads and stores apart");
}

template <class Pass> void describe(Pass &pass, SourcedCycles &figure) {
  pass.cycles("value", figure.value, Need::required, "the figure");
  pass.source(figure.provenance);
}

template <class Pass> void describe(Pass &pass, SourcedTruth &setting) {
  pass.truth("value", setting.value, Need::required, "whether it is so");
  pass.source(setting.provenance);
}

template <class Pass> void describe(Pass &pass, StackSync &sync) {
  pass.demands("ports", sync.demands, Need::required, "what the uop occupies");
  pass.cycles("slots", sync.dispatch_slots, Need::optional, "macro-ops at dispatch");
  pass.cycles("latency", sync.latency_cycles, Need::optional, "until the stack pointer is known");
  pass.source(sync.provenance);
}

template <class Pass> void describe(Pass &pass, StoreCommit &commit) {
  pass.integer("block_bytes", commit.block_bytes, Need::required, {1, 4096}, "size of an aligned block");
  pass.integer("per_cycle", commit.per_cycle, Need::required, {1, 64}, "stores that leave in a cycle");
  pass.truth("crossing_apart", commit.crossing_apart, Need::optional,
             "`true`: the parts of a store that crosses a border leave in cycles of their own");
  pass.truth(
      "blocks_apart", commit.blocks_apart, Need::optional,
      "`true`: a cycle takes stores of one block only, so that an odd number of them in a row leaves a place empty");
  pass.source(commit.provenance);
}

template <class Pass> void describe(Pass &pass, LineCrossing &crossing) {
  pass.integer("line_bytes", crossing.line_bytes, Need::required, {1, 4096}, "size of a cache line");
  pass.demands("vector_ports", crossing.vector_demands, Need::optional,
               "what such a load to a vector register occupies beside its own ports, in place of them once more; of "
               "two in a row only the first");
  pass.integer("vector_part_bytes", crossing.vector_part_bytes, Need::optional, {1, 4096},
               "wider loads to vector registers are taken part by part");
  pass.demands("ports", crossing.crossing_demands, Need::optional,
               "in place of all that: what each such load occupies beside its own ports, to whatever register");
  pass.demands("whole_line_ports", crossing.whole_line_demands, Need::optional,
               "what a load of exactly one line to a vector register occupies beside its own ports if its address "
               "moves from iteration to iteration, and no store of a line is beside it");
  pass.source(crossing.provenance);
}

template <class Pass> void describe(Pass &pass, UnfusedLoads &unfused) {
  pass.globs("match", unfused.match, Need::optional, "these opcodes");
  pass.truth("vector_immediates", unfused.vector_immediates, Need::optional,
             "all with vector registers and an immediate");
  pass.truth("relative_immediates", unfused.relative_immediates, Need::optional,
             "all with an immediate whose address is relative to the instruction pointer (or a constant)");
  pass.source(unfused.provenance);
}

template <class Pass> void describe(Pass &pass, RenamedAdditions::Step &step) {
  pass.integer("from", step.from, Need::required, {1, 1 << 30}, "constants of this size and more");
  pass.cycles("latency", step.cycles, Need::required, "in place of the `latency` of smaller ones");
}

template <class Pass> void describe(Pass &pass, RenamedAdditions &additions) {
  pass.globs("match", additions.match, Need::required, "the opcodes");
  pass.integer("largest_constant", additions.largest_constant, Need::required, {0, 1 << 30},
               "in size; others are executed");
  pass.integer("free_constant", additions.free_constant, Need::optional, {0, 1 << 30},
               "up to here they take no time in a chain");
  pass.cycles("latency", additions.cycles, Need::optional, "of those with larger constants, in the mean");
  pass.list("steps", additions.steps, Need::optional, max_rules, "a step",
            "Other latencies of still larger constants, in ascending order.");
  pass.globs("late_readers", additions.late_readers, Need::optional, "opcodes that wait until the constant was added");
  pass.cycles("late_cycles", additions.late_cycles, Need::optional, "how long they wait");
  pass.demands("late_ports", additions.late_demands, Need::optional, "what adding it before them occupies");
  pass.source(additions.provenance);
}

template <class Pass> void describe(Pass &pass, Bypass &bypass) {
  pass.globs("from", bypass.from, Need::required, "the opcodes that write the value");
  pass.globs("to", bypass.to, Need::required, "the opcodes that read it");
  pass.cycles("saves", bypass.saved_cycles, Need::optional, "by how much the second's latency is shorter");
  pass.cycles("delays", bypass.delay_cycles, Need::optional,
              "how much longer the second takes from all its operands, however long ago the first was");
  pass.truth("beside_wide_vectors", bypass.beside_wide_vectors, Need::optional,
             "`false`: not in code in which `wide_vectors` closes ports");
  pass.source(bypass.provenance);
}

template <class Pass> void describe(Pass &pass, HighByteReads &reads) {
  pass.demands("ports", reads.demands, Need::required, "in place of the operation's");
  pass.cycles("latency", reads.latency_cycles, Need::required, "in place of the operation's");
  pass.source(reads.provenance);
}

template <class Pass> void describe(Pass &pass, Fetch &fetch) {
  pass.integer("block_bytes", fetch.block_bytes, Need::required, {1, 4096}, "size of an aligned block");
  pass.integer("cache_bytes", fetch.cache_bytes, Need::optional, {1, 1 << 24},
               "size of the first-level instruction cache");
  pass.integer("beyond_bytes_per_cycle", fetch.beyond_bytes_per_cycle, Need::optional, {1, 4096},
               "how fast a loop comes that is larger than that");
  pass.globs("length_changes", fetch.length_changes, Need::optional,
             "opcodes whose length a prefix changes (x86: immediates of 16 bits); in straight code, which is decoded "
             "again and again");
  pass.cycles("length_change_cycles", fetch.length_change_cycles, Need::optional,
              "what it takes to decode each of them");
  pass.source(fetch.provenance);
}

template <class Pass> void describe(Pass &pass, OpCache &cache) {
  pass.integer("entries", cache.entries, Need::required, {1, 1 << 20}, "how many there are");
  pass.integer("entry_ops", cache.entry_ops, Need::required, {1, 64},
               "macro-ops of one block of code that an entry holds");
  pass.integer("entries_per_cycle", cache.entries_per_cycle, Need::optional, {1, 64},
               "how many are read in a cycle; otherwise 1");
  pass.integer("decoded_per_cycle", cache.decoded_per_cycle, Need::required, {1, 64},
               "instructions per cycle that are not in it");
  pass.integer("block_entries", cache.block_entries, Need::optional, {1, 64},
               "code of which a block needs more entries is not kept; otherwise any number will do");
  pass.integer("decoded_bytes_per_cycle", cache.decoded_bytes_per_cycle, Need::optional, {1, 4096},
               "how fast such code comes");
  pass.integer("ops_per_cycle", cache.ops_per_cycle, Need::optional, {1, 64},
               "macro-ops that are read in a cycle; what stands behind a taken branch comes in the next");
  pass.source(cache.provenance);
}

template <class Pass> void describe(Pass &pass, DispatchSplits &splits) {
  pass.integer("among_first", splits.among_first, Need::required, {1, 64},
               "of a cycle's macro-ops, each counted as one; others wait");
  pass.integer("per_cycle", splits.per_cycle, Need::required, {1, 64}, "so many of them");
  pass.source(splits.provenance);
}

template <class Pass> void describe(Pass &pass, CycleStarts &starts) {
  pass.integer("from_slots", starts.from_slots, Need::required, {2, 64}, "operations of so many macro-ops and more");
  pass.source(starts.provenance);
}

template <class Pass> void describe(Pass &pass, AddressAliasing &aliasing) {
  pass.integer("low_bits", aliasing.low_bits, Need::required, {1, 32}, "bits of the address that are compared");
  pass.integer("word_bytes", aliasing.word_bytes, Need::required, {1, 64}, "within which two places count as the same");
  pass.integer("learned", aliasing.learned, Need::required, {0, 4096}, "such loads that cost nothing");
  pass.integer("learned_on_stack", aliasing.learned_on_stack, Need::required, {0, 4096},
               "the same through the stack pointer");
  pass.cycles("cycles", aliasing.cycles, Need::optional, "for each if there are more");
  pass.source(aliasing.provenance);
}

/// The fields that loads and stores share come first. `is_load` selects the others.
template <class Pass> void describe_access(Pass &pass, MemoryAccessCost &access, bool is_load) {
  pass.choice("kind", access.kind, Need::required, Choices<RegisterKind>(access_kinds), "of the register");
  pass.integer("max_bits", access.max_width_bits, Need::required, {8, 65536},
               "the narrowest entry that is wide enough is taken; for a wider access the widest, as often as it takes");
  pass.demands("ports", access.demands, Need::required, "what it occupies");
  pass.demands("indexed_ports", access.indexed_demands, Need::optional,
               "in place of `ports` where the address has an index register");
  pass.cycles("slots", access.dispatch_slots, Need::optional, "macro-ops at dispatch beyond those of the operation");
  if (is_load) {
    pass.cycles("latency", access.latency_cycles, Need::required, "address to value");
    pass.cycles("indexed_slots", access.indexed_slots, Need::optional,
                "beyond `slots` where the address has an index register and the load is part of an operation");
    pass.choice(
        "indexed_slots_for", access.indexed_slots_for, Need::optional, Choices<SplitOperations>(split_operations),
        "of which operations: `several_registers` is all but those whose only register is both read and written");
    pass.cycles("indexed_extra", access.indexed_extra_cycles, Need::optional,
                "added where the address has an index register");
    pass.choice("indexed_extra_for", access.indexed_extra_for, Need::optional, Choices<IndexedForms>(indexed_forms),
                "which of these addresses: `scaled_or_displaced` is not the sum of two registers alone (a base that "
                "cannot be encoded without a displacement, rbp or r13, and the stack pointer count as displaced)");
  } else {
    pass.cycles("forward", access.forward_cycles, Need::required, "stored value to a load of it, that load included");
    pass.cycles("relay", access.relay_cycles, Need::optional,
                "the same where what is loaded is stored again, without an operation");
    pass.cycles("indexed_slots", access.indexed_slots, Need::optional,
                "beyond `slots` where the address has an index register");
    pass.cycles("in_place_slots", access.in_place_slots, Need::optional,
                "beyond `slots`, of an operation that reads its place, changes it and writes it back");
    pass.cycles("inner_forward", access.inner_forward_cycles, Need::optional,
                "`forward` for a load that begins behind the first byte of the store; otherwise the same");
    pass.cycles("failed_forward", access.failed_forward_cycles, Need::optional,
                "to a load that reads more than was stored, and from one such load to the next");
    pass.truth("failed_forwards_overlap", access.failed_forwards_overlap, Need::optional,
               "such loads do not wait for each other if they begin at the byte where the store does");
    pass.demands("failed_forward_ports", access.failed_forward_demands, Need::optional,
                 "what such a load occupies beside its own ports");
  }
  pass.source(access.provenance);
}

template <class Pass> void describe(Pass &pass, Scheduler &scheduler) {
  pass.text("name", scheduler.name, Need::required, TextForm(), "as reports name it");
  pass.port_set("ports", scheduler.ports, Need::required, "each port belongs to one scheduler at most");
  pass.integer("entries", scheduler.entries, Need::required, {1, 1024}, "uops that wait in it");
  pass.integer("per_cycle", scheduler.per_cycle, Need::optional, {1, 64},
               "uops that may enter in a cycle; otherwise any number");
  pass.truth("binds_ports", scheduler.binds_ports, Need::optional,
             "a uop is bound to one of the ports when it enters, by how many waited for each a cycle ago; the uops of "
             "a cycle are spread over the ports that they share");
  pass.integer("binding_tolerance", scheduler.binding_tolerance, Need::optional, {1, 1024},
               "with `binds_ports`: not to one that so many more wait for than for the least awaited; otherwise 4");
  pass.truth("queued", scheduler.is_queued, Need::optional, "entered through `scheduler_queue`");
  pass.source(scheduler.provenance);
}

template <class Pass> void describe(Pass &pass, SchedulerQueue &queue) {
  pass.integer("entries", queue.entries, Need::required, {1, 1024}, "uops that wait in it");
  pass.integer("per_cycle", queue.per_cycle, Need::required, {1, 64},
               "uops that leave it in a cycle; one that keeps its port for two counts twice");
  pass.integer("counted_cycles_ago", queue.counted_cycles_ago, Need::optional, {0, 64},
               "how old the counts are by which a scheduler is chosen");
  pass.source(queue.provenance);
}

template <class Pass> void describe(Pass &pass, FusionRule &rule) {
  pass.globs("first", rule.first, Need::required, "the first instruction's opcode");
  pass.globs("second", rule.second, Need::required, "the second's");
  pass.words("second_mnemonic", rule.second_mnemonic, Need::optional,
             "globs over the second's mnemonic; LLVM keeps a jump's condition in an operand, not in the opcode");
  pass.truth("first_may_load", rule.first_may_load, Need::optional, "also where the first has a memory operand");
  pass.truth("first_may_have_immediate_and_memory", rule.first_may_have_immediate_and_memory, Need::optional,
             "beside that: also where the first has an immediate as well");
  pass.truth("first_may_have_immediate_and_displacement", rule.first_may_have_immediate_and_displacement,
             Need::optional, "beside that: `false` where not if its address has a displacement or a symbol");
  pass.truth("same_register", rule.same_register, Need::optional,
             "only where the second reads nothing but the first's result and overwrites it; the two then take the "
             "latency of the first (AArch64 `aese v0, v1; aesmc v0, v0`)");
  pass.truth("load_takes_slot", rule.load_takes_slot, Need::optional,
             "executed as one, but at dispatch the two take a slot each if the first loads");
  pass.source(rule.provenance);
}

template <class Pass> void describe(Pass &pass, IdiomRule &rule) {
  pass.choice("kind", rule.kind, Need::required, Choices<IdiomRule::Kind>(idiom_kinds), "what it is known for");
  pass.globs("match", rule.match, Need::required, "the opcodes");
  pass.truth("eliminated", rule.eliminated, Need::optional,
             "takes a dispatch slot but no port; `false`: only breaks the dependency");
  pass.truth("onto_itself", rule.onto_itself, Need::optional,
             "moves: `false` where a register that is moved onto itself is moved all the same");
  pass.source(rule.provenance);
}

/// How code reaches the ports.
template <class Pass> void describe_front_end(Pass &pass, Core &core, Need need) {
  pass.part("dispatch_width", core.dispatch_width, need, "macro-ops per cycle");
  pass.part("dispatch_splits", core.dispatch_splits, Need::optional,
            "Operations that are one macro-op up to dispatch and are split there, because of their address "
            "(`indexed_slots`): where they may stand. Otherwise anywhere.");
  pass.part("cycle_starts", core.cycle_starts, Need::optional,
            "Operations of many macro-ops that are dispatched from the beginning of a cycle in straight code; what is "
            "left of the cycle before stays empty.");
  pass.part("taken_branch_cycles", core.taken_branch_cycles, Need::optional,
            "the least from one taken branch to the next");
  pass.part("misprediction_cycles", core.misprediction_cycles, Need::optional,
            "from the execution of a branch that was predicted wrongly until code of the right path is executed");
  pass.part("reorder_buffer", core.reorder_buffer, Need::optional, "entries");
  pass.part("retire_width", core.retire_width, Need::optional, "macro-ops per cycle");
  pass.part("fetch", core.fetch, Need::optional,
            "In a cycle code is read from one aligned block, up to its end or a taken branch.");
  pass.part("op_cache", core.op_cache, Need::optional,
            "Decoded instructions are kept in entries, each of so many macro-ops of one block of code. What does not "
            "fit is decoded.");
}

/// Where uops wait.
template <class Pass> void describe_schedulers(Pass &pass, Core &core) {
  pass.part("in_order", core.in_order, Need::optional,
            "instructions begin to execute in program order: one that waits holds up all that follow. That is not "
            "modelled, so predictions are lower bounds");
  pass.part("scheduler_queue", core.scheduler_queue, Need::optional,
            "A queue between dispatch and some of the schedulers.");
  pass.list("schedulers", core.schedulers, Need::optional, max_schedulers, "a scheduler",
            "Where uops wait, for the simulation; without them only bounds are computed.");
}

/// Loads, stores and the stack.
template <class Pass> void describe_memory(Pass &pass, Core &core, Need need) {
  pass.list("loads", core.loads, need, max_rules, "an entry of 'loads'",
            "The part of an instruction that reads memory.",
            [](auto &items, MemoryAccessCost &access) { describe_access(items, access, true); });
  pass.list("stores", core.stores, need, max_rules, "an entry of 'stores'",
            "The part of an instruction that writes memory.",
            [](auto &items, MemoryAccessCost &access) { describe_access(items, access, false); });
  pass.part("unfused_loads", core.unfused_loads, Need::optional,
            "Operations that take a macro-op more with a load than without, whatever its address; an index costs them "
            "nothing beside.");
  pass.part("address_update_cycles", core.address_update_cycles, Need::optional,
            "until the base register of a pre- or post-indexed access is known; otherwise 1 is assumed");
  pass.part("stack_engine", core.stack_engine, Need::optional,
            "push, pop, call and ret update the stack pointer at no latency");
  pass.part("stack_sync", core.stack_sync, Need::optional,
            "After pushes and pops, before an instruction that takes the stack pointer as an operand, not in an "
            "address: one uop that brings it up to date.");
  pass.part("store_commit", core.store_commit, Need::optional,
            "How fast stores leave for the cache, in program order: at most `per_cycle` in a cycle, and at most one "
            "change from an aligned block of bytes to another. A store that crosses a border is one for each. Without "
            "it only the ports limit stores.");
  pass.part("store_drain", core.store_drain, Need::optional,
            "Operations that wait until the stores before them have left.");
  pass.part("line_crossing", core.line_crossing, Need::optional,
            "Loads whose bytes lie in two cache lines occupy their ports twice.");
  pass.part("load_banks", core.load_banks, Need::optional,
            "Banks of the first-level cache, side by side in each line. Loads of one bank wait for each other.");
  pass.part("grouped_accesses", core.grouped_accesses, Need::optional,
            "Loads and stores are given their address unit by their place among the macro-ops that are dispatched in a "
            "cycle. Where straight code fills every such group alike, the units share its accesses unevenly.");
  pass.part("memory_renaming", core.memory_renaming, Need::optional,
            "Loads that take the value of a store to the same place, in this iteration or the one before, from the "
            "store's register, at no latency: general-purpose registers only, address by the same registers.");
  pass.part("address_aliasing", core.address_aliasing, Need::optional,
            "Renamed loads that are given the value of a store to another page which agrees in the low bits of the "
            "address. The core learns which these are, but only so many.");
}

/// `need` applies to the fields that a model must have unless it extends another.
template <class Pass> void describe(Pass &pass, Core &core, Need need) {
  pass.list("ports", core.ports, need, max_ports, "a port", "Their order is that of the report's columns.");
  describe_front_end(pass, core, need);
  describe_memory(pass, core, need);
  pass.part("renamed_additions", core.renamed_additions, Need::optional,
            "Additions of constants to registers that need no port: they are done where registers are renamed.");
  pass.list("bypasses", core.bypasses, Need::optional, max_rules, "a bypass",
            "Values that reach some instructions sooner, from some others, than the latencies say, or later.");
  pass.part("high_byte_reads", core.high_byte_reads, Need::optional, "Operations that read ah, bh, ch or dh.");
  pass.part("wide_vectors", core.wide_vectors, Need::optional,
            "In code with operations on wide vectors some ports take no operation on vectors at all.");
  pass.list(
      "vector_rates", core.vector_rates, Need::optional, max_rules, "a rate of vectors",
      "Loads, operations and stores of wide vectors share more than their ports: so many of all of them in a cycle.");
  pass.part("vector_length", core.vector_length, Need::optional,
            "Of vectors whose length the instruction set leaves to the core: SVE, RISC-V's V.");
  pass.part("high_bytes_apart", core.high_bytes_apart, Need::optional,
            "ah to dh may be written without waiting for the rest of their registers, and vice versa");
  describe_schedulers(pass, core);
  pass.list("fusion", core.fusion, Need::optional, max_rules, "a fusion rule",
            "Two instructions that are executed as one when adjacent.");
  pass.list("idioms", core.idioms, Need::optional, max_rules, "an idiom",
            "Instructions that need no execution when their sources are one register, or always.");
  pass.part("memory", core.memory, Need::optional,
            "What lies behind the first-level cache. A system's own levels come as an overlay.");
}

} // namespace osaca::fields
