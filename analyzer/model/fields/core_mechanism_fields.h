// The fields for the mechanisms of a core that concern loads, stores and vectors. See vocabulary.h.
#pragma once

#include "model/fields/vocabulary.h"

namespace osaca::fields {

// Loads, stores and registers.

inline constexpr std::pair<std::string_view, RegisterKind> access_kinds[] = {{"gpr", RegisterKind::gpr},
                                                                             {"vector", RegisterKind::vector}};

template <class Pass> void describe(Pass &pass, LoadBanks &banks) {
  pass.integer("bank_bytes", banks.bank_bytes, Need::required, {1, 4096}, "width of a bank, in bytes");
  pass.integer("banks", banks.banks, Need::required, {1, 4096}, "number of banks");
  pass.integer("per_cycle", banks.per_cycle, Need::required, {1, 64}, "loads that a bank serves per cycle");
  pass.port_set("ports", banks.port, Need::required,
                "one port without other use, which models the bank with the most loads");
  pass.cycles("collisions", banks.collisions, Need::optional,
              "for loads that are not executed in a fixed order: a factor from 0 to 1 for the cycles that random "
              "addresses would lose; default: 0");
  pass.source(banks.provenance);
}

template <class Pass> void describe(Pass &pass, GroupedAccesses &grouped) {
  pass.port_set("ports", grouped.ports, Need::required, "ports of the address units");
  pass.source(grouped.provenance);
}

template <class Pass> void describe(Pass &pass, StackSync &sync) {
  pass.demands("ports", sync.demands, Need::required, "ports that the uop occupies");
  pass.cycles("slots", sync.dispatch_slots, Need::optional, "macro-ops at dispatch; default: 1");
  pass.cycles("latency", sync.latency_cycles, Need::optional, "cycles until the stack pointer is known; default: 1");
  pass.source(sync.provenance);
}

template <class Pass> void describe(Pass &pass, HighByteMerge &merge) {
  pass.demands("ports", merge.demands, Need::required, "ports that the uop occupies");
  pass.cycles("latency", merge.latency_cycles, Need::optional, "latency of the uop; default: 1");
  pass.source(merge.provenance);
}

template <class Pass> void describe(Pass &pass, StoreCommit &commit) {
  pass.integer("block_bytes", commit.block_bytes, Need::required, {1, 4096}, "size of an aligned block, in bytes");
  pass.integer("per_cycle", commit.per_cycle, Need::required, {1, 64}, "largest number of stores committed per cycle");
  pass.integer("open_blocks", commit.open_blocks, Need::optional, {1, 64},
               "number of blocks between which stores may alternate; only a store to another block is a change. "
               "Default: 1");
  pass.truth("crossing_apart", commit.crossing_apart, Need::optional,
             "`true`: each part of a store that crosses a block boundary takes a separate cycle");
  pass.truth("blocks_apart", commit.blocks_apart, Need::optional,
             "`true`: all stores of a cycle go to one block, so an odd number of stores to a block leaves a slot of a "
             "cycle unused");
  pass.cycles("page_crossing", commit.page_crossing_cycles, Need::optional,
              "cycles that a store takes longer if it crosses from one page of 4096 bytes into the next; default: 0");
  pass.source(commit.provenance);
}

template <class Pass> void describe(Pass &pass, LineCrossing &crossing) {
  pass.integer("line_bytes", crossing.line_bytes, Need::required, {1, 4096}, "size of a cache line, in bytes");
  pass.demands("vector_ports", crossing.vector_demands, Need::optional,
               "ports that such a load to a vector register occupies in addition to its own; of two such loads in a "
               "row, only the first occupies them. Default: its own ports a second time");
  pass.integer("vector_part_bytes", crossing.vector_part_bytes, Need::optional, {1, 4096},
               "loads to vector registers that are wider than this are split into parts of this size; default: 64");
  pass.demands("ports", crossing.crossing_demands, Need::optional,
               "ports that every such load occupies in addition to its own, whatever its register. `vector_ports`, "
               "`vector_part_bytes` and `whole_line_ports` are then ignored");
  pass.demands("whole_line_ports", crossing.whole_line_demands, Need::optional,
               "ports that a load of exactly one line to a vector register occupies in addition to its own. It applies "
               "if the address changes from iteration to iteration and the loop does not store whole lines");
  pass.source(crossing.provenance);
}

template <class Pass> void describe(Pass &pass, StoreDrain &drain) {
  pass.globs("match", drain.match, Need::required, "opcodes of these operations");
  pass.demands("ports", drain.demands, Need::required,
               "ports that each of them occupies in addition to its own, if there is a store before it");
  pass.source(drain.provenance);
}

template <class Pass> void describe(Pass &pass, MemoryRenamingRules &renaming) {
  pass.globs("loads", renaming.loads, Need::required, "opcodes of the loads that are renamed");
  pass.integer(
      "in_place_bytes", renaming.in_place_bytes, Need::optional, {1, 64},
      "width of the narrowest operation in place (`add %eax, (%rdi)`) that is renamed too, in bytes; default: 1");
  pass.truth("stack_pointer_only", renaming.stack_pointer_only, Need::optional,
             "`true`: only if the address is the stack pointer plus a constant");
  pass.truth("indexed", renaming.indexed, Need::optional, "`false`: not if the address has an index register");
  pass.truth(
      "any_registers", renaming.any_registers, Need::optional,
      "`true`: also if the store used other registers for the same place, or a register that was recomputed since");
  pass.integer("learned_pairs", renaming.learned_pairs, Need::optional, {0, 1000},
               "the core learns during a loop which store each load belongs to: if at most this many pairs of a store "
               "and a load use different registers for the same place, these loads are renamed too; default: 0");
  pass.globs("not_in_place", renaming.not_in_place, Need::optional,
             "opcodes of operations in place that are not renamed after one another");
  pass.globs("sometimes", renaming.sometimes, Need::optional,
             "opcodes of loads and of operations in place that are renamed in some runs and not in others. The "
             "prediction is that they are renamed, and the report gives a range");
  pass.integer("in_place_apart_bytes", renaming.in_place_apart_bytes, Need::optional, {1, 64},
               "operations in place are renamed if each of them begins at least this many bytes of code after the one "
               "before; default: 0");
  pass.integer("in_place_run", renaming.in_place_run, Need::optional, {1, 1000},
               "up to this many operations in a row are renamed, however near they are to each other; default: 1");
  pass.port_set("ports", renaming.port, Need::optional,
                "one port without other use. Each renamed load occupies it for a cycle, except operations in place. "
                "Default: no limit");
  pass.source(renaming.provenance);
}

// Vectors.

template <class Pass> void describe(Pass &pass, WideVectors &wide) {
  pass.integer("from_bits", wide.from_bits, Need::required, {8, 65536},
               "width of the narrowest vectors that count as wide, in bits");
  pass.port_set("closed_ports", wide.closed_ports, Need::required, "ports that then execute no vector operations");
  pass.truth("by_accesses", wide.by_accesses, Need::optional,
             "`true`: not only operations, but also loads and stores of wide vectors close these ports");
  pass.globs("moved", wide.moved, Need::optional,
             "opcodes of operations that use `moved_ports` if one of their own ports is closed");
  pass.port_set("moved_ports", wide.moved_ports, Need::optional, "ports of the operations in `moved`");
  pass.source(wide.provenance);
}

template <class Pass> void describe(Pass &pass, VectorRate &rate) {
  pass.integer("from_bits", rate.from_bits, Need::required, {8, 65536},
               "width of the narrowest vectors to which the entry applies, in bits. Of several entries, the widest "
               "that applies is used");
  pass.demands("ports", rate.demands, Need::required,
               "ports that each load, operation and store occupies in addition to its own: one port without other use");
  pass.source(rate.provenance);
}

template <class Pass> void describe(Pass &pass, AccessRate &rate) {
  pass.choice("kind", rate.kind, Need::required, Choices<RegisterKind>(access_kinds),
              "kind of the register that is loaded or stored");
  pass.integer("max_bits", rate.max_width_bits, Need::required, {8, 65536},
               "width of the access. The narrowest entry that is wide enough is used, or else the widest");
  pass.demands("ports", rate.demands, Need::required,
               "ports that each load and each store occupies in addition to its own: one port without other use");
  pass.source(rate.provenance);
}

template <class Pass> void describe(Pass &pass, VectorLength &length) {
  pass.integer("bits", length.bits, Need::required, {64, 65536}, "length of a vector register, a power of two");
  pass.integer("form_group", length.form_group, Need::optional, {1, 8},
               "RISC-V: the figures of `forms` are for groups of this many registers (LMUL). If the code shows another "
               "group and `vector_forms` has no figures for it, LLVM's are used. Default: any group");
  pass.source(length.provenance);
}

} // namespace osaca::fields
