// The fields of `core:`, in the order in which they are read and stored. See vocabulary.h.
#pragma once

#include "model/fields/core_mechanism_fields.h"
#include "model/fields/front_end_fields.h"
#include "model/fields/issue_fields.h"
#include "model/fields/memory_fields.h"
#include "model/fields/vocabulary.h"

#include <algorithm>
#include <string>

namespace osaca::fields {

inline constexpr std::pair<std::string_view, PortKind> port_kinds[] = {{"execution", PortKind::execution},
                                                                       {"load", PortKind::load},
                                                                       {"store", PortKind::store},
                                                                       {"divider", PortKind::divider}};
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
  pass.text("name", port.name, Need::required, port_name, "name of the port in `forms` and in reports");
  pass.choice("kind", port.kind, Need::optional, Choices<PortKind>(port_kinds),
              "what the port executes; default: `execution`. Reports show the divider, loads and stores separately");
}

template <class Pass> void describe(Pass &pass, SourcedCycles &figure) {
  pass.cycles("value", figure.value, Need::required, "the figure");
  pass.source(figure.provenance);
}

template <class Pass> void describe(Pass &pass, SourcedTruth &setting) {
  pass.truth("value", setting.value, Need::required, "whether the core does this");
  pass.source(setting.provenance);
}

template <class Pass> void describe(Pass &pass, UnfusedLoads &unfused) {
  pass.globs("match", unfused.match, Need::optional, "opcodes of such operations");
  pass.truth("vector_immediates", unfused.vector_immediates, Need::optional,
             "`true`: also all operations with vector registers and an immediate");
  pass.truth("relative_immediates", unfused.relative_immediates, Need::optional,
             "`true`: also all operations with an immediate and a constant or PC-relative address");
  pass.source(unfused.provenance);
}

template <class Pass> void describe(Pass &pass, RenamedAdditions::Step &step) {
  pass.integer("from", step.from, Need::required, {1, 1 << 30}, "smallest absolute value of the constants");
  pass.cycles("latency", step.cycles, Need::required, "cycles of an addition of such a constant");
}

template <class Pass> void describe(Pass &pass, RenamedAdditions &additions) {
  pass.globs("match", additions.match, Need::required, "opcodes whose result is a register plus a constant");
  pass.integer("largest_constant", additions.largest_constant, Need::required, {0, 1 << 30},
               "largest absolute value of the constant; larger constants are added on a port");
  pass.integer("free_constant", additions.free_constant, Need::optional, {0, 1 << 30},
               "additions of constants up to this absolute value add no latency to a chain; default: 0");
  pass.cycles("latency", additions.cycles, Need::optional,
              "mean latency of additions of constants above `free_constant`; default: 0");
  pass.list("steps", additions.steps, Need::optional, max_rules, "a step",
            "Latencies for constants above `free_constant`, in ascending order of `from`. The last entry that applies "
            "is used.");
  pass.globs("late_readers", additions.late_readers, Need::optional, "opcodes that wait for the addition");
  pass.cycles("late_cycles", additions.late_cycles, Need::optional, "cycles for which they wait; default: 0");
  pass.demands("late_ports", additions.late_demands, Need::optional, "ports that this addition occupies");
  pass.source(additions.provenance);
}

template <class Pass> void describe(Pass &pass, Bypass &bypass) {
  pass.globs("from", bypass.from, Need::required, "opcodes that write the value");
  pass.globs("to", bypass.to, Need::required, "opcodes that read it");
  pass.cycles("saves", bypass.saved_cycles, Need::optional,
              "cycles by which the latency of the reading instruction is shorter; default: 0");
  pass.cycles("delays", bypass.delay_cycles, Need::optional,
              "cycles by which the latency of the reading instruction is longer, from all its operands and however "
              "early the value was written; default: 0");
  pass.truth("beside_wide_vectors", bypass.with_wide_vectors, Need::optional,
             "`false`: does not apply to code in which `wide_vectors` closes ports");
  pass.truth("to_addresses", bypass.to_addresses, Need::optional,
             "`true`: the rule applies to the bases of addresses in `to` instead of to other operands, as for a load "
             "from an address that was loaded");
  pass.source(bypass.provenance);
}

template <class Pass> void describe(Pass &pass, HighByteReads &reads) {
  pass.demands("ports", reads.demands, Need::required, "replaces the ports of the operation");
  pass.cycles("latency", reads.latency_cycles, Need::required, "replaces the latency of the operation");
  pass.source(reads.provenance);
}

template <class Pass> void describe(Pass &pass, AddressAliasing &aliasing) {
  pass.integer("low_bits", aliasing.low_bits, Need::required, {1, 32}, "number of low bits that are compared");
  pass.integer("word_bytes", aliasing.word_bytes, Need::required, {1, 64},
               "size of the aligned word, in bytes, that both addresses must be in");
  pass.integer("learned", aliasing.learned, Need::required, {0, 4096}, "number of such loads that cost nothing");
  pass.integer("learned_on_stack", aliasing.learned_on_stack, Need::required, {0, 4096},
               "the same for addresses relative to the stack pointer");
  pass.cycles("cycles", aliasing.cycles, Need::optional, "cycles for each further load of this kind; default: 0");
  pass.source(aliasing.provenance);
}

/// The fields that loads and stores share come first. `is_load` selects the others.
template <class Pass> void describe_access(Pass &pass, MemoryAccessCost &access, bool is_load) {
  pass.choice("kind", access.kind, Need::required, Choices<RegisterKind>(access_kinds),
              "kind of the register that is loaded or stored");
  pass.integer("max_bits", access.max_width_bits, Need::required, {8, 65536},
               "largest width of the access. The narrowest entry that is wide enough is used. Accesses wider than all "
               "entries use the widest entry several times");
  pass.demands("ports", access.demands, Need::required, "ports that the access occupies");
  pass.demands("indexed_ports", access.indexed_demands, Need::optional,
               "replaces `ports` if the address has an index register");
  pass.cycles("slots", access.dispatch_slots, Need::optional, "additional macro-ops at dispatch; default: 0");
  if (is_load) {
    pass.cycles("latency", access.latency_cycles, Need::required, "cycles from the address to the loaded value");
    pass.cycles("indexed_slots", access.indexed_slots, Need::optional,
                "macro-ops in addition to `slots` if the address has an index register and the load is part of an "
                "operation; default: 0");
    pass.choice("indexed_slots_for", access.indexed_slots_for, Need::optional,
                Choices<SplitOperations>(split_operations),
                "operations to which `indexed_slots` applies; default: `several_registers`, all except those whose "
                "only register is both read and written");
    pass.cycles("indexed_extra", access.indexed_extra_cycles, Need::optional,
                "cycles added to `latency` if the address has an index register; default: 0");
    pass.choice("indexed_extra_for", access.indexed_extra_for, Need::optional, Choices<IndexedForms>(indexed_forms),
                "addresses to which `indexed_extra` applies; default: `all`. `scaled_or_displaced`: all except the "
                "plain sum of two registers. A base that cannot be encoded without a displacement (rbp, r13) counts as "
                "displaced, and so does the stack pointer");
  } else {
    pass.cycles("forward", access.forward_cycles, Need::required,
                "cycles from the stored value to the loaded value, including the latency of the load");
    pass.cycles("relay", access.relay_cycles, Need::optional,
                "replaces `forward` if the loaded value is stored again unchanged; default: `forward`. If `relay` is "
                "less than `forward`, it also affects a value that is stored after operations of several cycles: the "
                "time of these operations, minus one cycle, is subtracted from `forward`");
    pass.cycles("indexed_slots", access.indexed_slots, Need::optional,
                "macro-ops in addition to `slots` if the address has an index register; default: 0");
    pass.cycles("in_place_slots", access.in_place_slots, Need::optional,
                "macro-ops in addition to `slots` if the operation reads and writes the same place; default: 0");
    pass.cycles("inner_forward", access.inner_forward_cycles, Need::optional,
                "replaces `forward` if the load begins after the first byte of the store; default: `forward`");
    pass.cycles("failed_forward", access.failed_forward_cycles, Need::optional,
                "replaces `forward` if the load reads more bytes than the store wrote. It is also the least time "
                "between two such loads. Default: unknown");
    pass.truth("failed_forwards_overlap", access.failed_forwards_overlap, Need::optional,
               "`true`: such loads do not wait for each other if they begin at the first byte of the store");
    pass.demands("failed_forward_ports", access.failed_forward_demands, Need::optional,
                 "ports that such a load occupies in addition to its own");
  }
  pass.source(access.provenance);
}

template <class Pass> void describe(Pass &pass, FusionRule &rule) {
  pass.globs("first", rule.first, Need::required, "opcodes of the first instruction");
  pass.globs("second", rule.second, Need::required, "opcodes of the second instruction");
  pass.words("second_mnemonic", rule.second_mnemonic, Need::optional,
             "globs for the mnemonic of the second instruction, because LLVM's opcode of a jump does not contain its "
             "condition; default: any");
  pass.truth("first_may_load", rule.first_may_load, Need::optional,
             "`true`: also if the first instruction has a memory operand");
  pass.truth("first_may_have_immediate_and_memory", rule.first_may_have_immediate_and_memory, Need::optional,
             "with `first_may_load`, `true`: also if the first instruction has a memory operand and an immediate");
  pass.truth("first_may_have_immediate_and_displacement", rule.first_may_have_immediate_and_displacement,
             Need::optional,
             "with `first_may_have_immediate_and_memory`, `false`: not if the address has a displacement or a symbol");
  pass.truth("same_register", rule.same_register, Need::optional,
             "`true`: only if the second instruction reads just the result of the first and overwrites it. The pair "
             "then has the latency of the first (AArch64 `aese v0, v1; aesmc v0, v0`)");
  pass.truth("same_destination", rule.same_destination, Need::optional,
             "`true`: only if the second instruction changes the register that the first one writes, and does not read "
             "it as another operand (`mov %rbx, %rax; add %rcx, %rax`)");
  pass.truth("first_may_be_relative", rule.first_may_be_relative, Need::optional,
             "with `first_may_load`, `false`: not if the address is relative to the instruction pointer");
  pass.truth("load_takes_slot", rule.load_takes_slot, Need::optional,
             "`true`: the pair takes two slots at dispatch if the first instruction loads");
  pass.demands("ports", rule.demands, Need::optional,
               "ports that the pair occupies in addition to those of the second instruction, for example to write the "
               "result of the first; default: none");
  pass.source(rule.provenance);
}

template <class Pass> void describe(Pass &pass, IdiomRule &rule) {
  pass.choice("kind", rule.kind, Need::required, Choices<IdiomRule::Kind>(idiom_kinds),
              "effect of the instruction: sets all bits to 0 (`zero`) or to 1 (`ones`), copies a register (`move`), "
              "does nothing (`nop`), or depends only on flags (`flags`)");
  pass.globs("match", rule.match, Need::required, "opcodes of the idiom");
  pass.truth("eliminated", rule.eliminated, Need::optional,
             "`true`: takes a dispatch slot but no port; `false`: only breaks the dependency");
  pass.truth("onto_itself", rule.onto_itself, Need::optional,
             "`false`: a move from a register to itself is not an idiom");
  pass.cycles("latency", rule.latency_cycles, Need::optional,
              "mean latency if it is eliminated, for cores that still execute some of these; default: 0");
  pass.source(rule.provenance);
}

/// How code reaches the ports.
template <class Pass> void describe_front_end(Pass &pass, Core &core, Need need) {
  pass.part("dispatch_width", core.dispatch_width, need, "macro-ops dispatched per cycle");
  pass.part("straight_line_width", core.straight_line_width, Need::optional,
            "replaces `dispatch_width` for code that repeats without a taken branch; for cores with several decoders, "
            "of which each decodes the code after one taken branch");
  pass.part("dispatch_splits", core.dispatch_splits, Need::optional,
            "Limits for operations that are one macro-op until dispatch and are split there because of their address "
            "(`indexed_slots`). Default: no limits.");
  pass.part("cycle_starts", core.cycle_starts, Need::optional,
            "Operations of many macro-ops are dispatched only at the beginning of a cycle. The remaining slots of the "
            "previous cycle remain empty.");
  pass.part("short_loops", core.short_loops, Need::optional,
            "Short loops that leave dispatch slots empty, for example because of the way the core reads their code.");
  pass.part("taken_branch_cycles", core.taken_branch_cycles, Need::optional,
            "minimum number of cycles from one taken branch to the next");
  pass.part("run_end_cycles", core.run_end_cycles, Need::optional,
            "cycles without instructions after a branch that is not taken, but was at least twice before; default: 0");
  pass.part("call_cycles", core.call_cycles, Need::optional,
            "minimum cycles from a call to the next call or return, if calls take longer than other branches");
  pass.part("return_cycles", core.return_cycles, Need::optional,
            "minimum number of cycles from a return to the next call or return, if returns take longer than other "
            "branches");
  pass.part("further_call_cycles", core.further_call_cycles, Need::optional,
            "additional cycles for each further call of the same function in an iteration; default: none");
  pass.part("misprediction_cycles", core.misprediction_cycles, Need::optional,
            "cycles from the execution of a mispredicted branch until code of the correct path executes");
  pass.part("reorder_buffer", core.reorder_buffer, Need::optional, "macro-ops that it holds; default: no limit");
  pass.part("retire_width", core.retire_width, Need::optional, "macro-ops retired per cycle; default: no limit");
  pass.part("fetch", core.fetch, Need::optional,
            "In each cycle, code is fetched from one aligned block, up to its end or to a taken branch.");
  pass.part("op_cache", core.op_cache, Need::optional,
            "The cache of decoded instructions. Each entry holds macro-ops of one block of code, as defined by "
            "`fetch`. Code that does not fit is decoded each time.");
}

/// Where uops wait.
template <class Pass> void describe_schedulers(Pass &pass, Core &core) {
  pass.part("in_order", core.in_order, Need::optional,
            "Whether instructions begin to execute in program order, so that an instruction that waits delays all "
            "later ones. Such a core is simulated instruction by instruction.");
  pass.part("blocking_results", core.blocking_results, Need::optional,
            "Operations whose result keeps an operation of one cycle from ending on the same port in the same cycle. "
            "Only results in general registers count. Default: none.");
  pass.part("vector_results", core.vector_results, Need::optional,
            "Results for general registers or flags that come from a port of vector operations. They are written "
            "through a port of integer operations. An operation of one cycle that has a result of the same kind (a "
            "register or flags) cannot end there in the same cycle. Default: they need no other port.");
  pass.part("dispatch_groups", core.dispatch_groups, Need::optional,
            "Macro-ops are dispatched in groups of at most `dispatch_width`, and a group waits until there is room for "
            "all its uops. The uops of a group are distributed over the schedulers together. Uops of `queued` "
            "schedulers, of loads and of stores do not take part. Default: each uop is assigned to a scheduler by "
            "itself.");
  pass.part("scheduler_queue", core.scheduler_queue, Need::optional,
            "A queue between dispatch and some of the schedulers.");
  pass.list("schedulers", core.schedulers, Need::optional, max_schedulers, "a scheduler",
            "The buffers in which uops wait. Without them, there are bounds but no simulation.");
}

/// Loads, stores and the stack.
template <class Pass> void describe_memory(Pass &pass, Core &core, Need need) {
  pass.list("loads", core.loads, need, max_rules, "an entry of 'loads'",
            "Cost of the part of an instruction that reads memory.",
            [](auto &items, MemoryAccessCost &access) { describe_access(items, access, true); });
  pass.list("stores", core.stores, need, max_rules, "an entry of 'stores'",
            "Cost of the part of an instruction that writes memory.",
            [](auto &items, MemoryAccessCost &access) { describe_access(items, access, false); });
  pass.part("unfused_loads", core.unfused_loads, Need::optional,
            "Operations that take one more macro-op with a load than without, whatever its address. `indexed_slots` is "
            "not added to them.");
  pass.part("address_update_cycles", core.address_update_cycles, Need::optional,
            "cycles until the base register of a pre- or post-indexed access is available; default: 1");
  pass.part("stack_engine", core.stack_engine, Need::optional,
            "whether push, pop, call and ret update the stack pointer without latency");
  pass.part("stack_sync", core.stack_sync, Need::optional,
            "The uop that updates the stack pointer after pushes and pops. The core inserts it before an instruction "
            "that has the stack pointer as an operand, but not in an address.");
  pass.part("store_commit", core.store_commit, Need::optional,
            "How fast stores commit to the cache, in program order: in each cycle, at most `per_cycle` stores, with at "
            "most one change from one aligned block to another. A store that crosses a block boundary counts once for "
            "each block. Default: only the ports limit stores.");
  pass.part("store_drain", core.store_drain, Need::optional,
            "Operations that wait until all earlier stores have been committed.");
  pass.part("line_crossing", core.line_crossing, Need::optional,
            "Loads whose bytes lie in two cache lines occupy their ports twice, unless stated otherwise here.");
  pass.part(
      "load_banks", core.load_banks, Need::optional,
      "Banks of the first-level cache, which are adjacent in each line. Loads from the same bank wait for each other.");
  pass.part("grouped_accesses", core.grouped_accesses, Need::optional,
            "The address unit of a load or store depends on its position among the macro-ops dispatched in a cycle. In "
            "straight-line code with equal groups, the units therefore get unequal shares.");
  pass.part("memory_renaming", core.memory_renaming, Need::optional,
            "Loads that take their value, without latency, from the register of a store to the same address. The store "
            "is in the same or in the previous iteration. Both use general-purpose registers, and the same registers "
            "for the address.");
  pass.part("address_aliasing", core.address_aliasing, Need::optional,
            "Renamed loads that get the value of a store to another page, because the low bits of both addresses "
            "agree. The core learns which loads these are, up to a limit.");
}

/// `need` applies to the fields that a model must have unless it extends another.
template <class Pass> void describe(Pass &pass, Core &core, Need need) {
  pass.list("ports", core.ports, need, max_ports, "a port", "The ports, in the order of the columns of a report.");
  describe_front_end(pass, core, need);
  describe_memory(pass, core, need);
  pass.part("renamed_additions", core.renamed_additions, Need::optional,
            "Additions of constants to registers that need no port, because they are performed at rename.");
  pass.list("bypasses", core.bypasses, Need::optional, max_rules, "a bypass",
            "Values that reach certain instructions earlier or later than the latencies imply.");
  pass.part("high_byte_reads", core.high_byte_reads, Need::optional, "Cost of operations that read ah, bh, ch or dh.");
  pass.part("wide_vectors", core.wide_vectors, Need::optional,
            "In code with operations on wide vectors, some ports execute no vector operations at all.");
  pass.list("access_rates", core.access_rates, Need::optional, max_rules, "an access rate",
            "A limit per cycle that loads and stores share, because they use the same path to the first-level cache.");
  pass.list("vector_rates", core.vector_rates, Need::optional, max_rules, "a vector rate",
            "A limit per cycle that loads, operations and stores of wide vectors share.");
  pass.part("vector_length", core.vector_length, Need::optional,
            "Length of the vectors whose length the instruction set leaves to the core: SVE, RISC-V's V.");
  pass.part("high_bytes_apart", core.high_bytes_apart, Need::optional,
            "whether ah, bh, ch and dh are written independently of the rest of their registers; default: `true`");
  pass.part("high_byte_merge", core.high_byte_merge, Need::optional,
            "The uop that merges ah, bh, ch or dh with the rest of its register. The core inserts it before an "
            "instruction that reads more than a byte of the register, if the high byte was written after the last such "
            "use. No other macro-op is dispatched in the same cycle. Requires `high_bytes_apart`.");
  describe_schedulers(pass, core);
  pass.list("fusion", core.fusion, Need::optional, max_rules, "a fusion rule",
            "Two adjacent instructions that are executed as one.");
  pass.list("idioms", core.idioms, Need::optional, max_rules, "an idiom",
            "Instructions that need no execution, either always or if all their sources are one register.");
  pass.part("memory", core.memory, Need::optional,
            "The caches and the memory. `osaca --memory FILE` overrides these figures.");
}

} // namespace osaca::fields
