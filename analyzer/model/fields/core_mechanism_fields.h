// The fields for the mechanisms of a core that concern loads, stores and vectors. See vocabulary.h.
#pragma once

#include "model/fields/vocabulary.h"

namespace osaca::fields {

// Loads and stores.

template <class Pass> void describe(Pass &pass, LoadBanks &banks) {
  pass.integer("bank_bytes", banks.bank_bytes, Need::required, {1, 4096}, "width of a bank");
  pass.integer("banks", banks.banks, Need::required, {1, 4096}, "how many lie side by side");
  pass.integer("per_cycle", banks.per_cycle, Need::required, {1, 64}, "loads that a bank serves in a cycle");
  pass.port_set("ports", banks.port, Need::required,
                "one port, of no other use, that stands for the bank which is asked most");
  pass.cycles("collisions", banks.collisions, Need::optional,
              "where loads wait and come in no fixed order: how much of the cycles is lost that would be if they came "
              "at random, 0 to 1");
  pass.source(banks.provenance);
}

template <class Pass> void describe(Pass &pass, GroupedAccesses &grouped) {
  pass.port_set("ports", grouped.ports, Need::required, "the address units");
  pass.source(grouped.provenance);
}

template <class Pass> void describe(Pass &pass, StoreDrain &drain) {
  pass.globs("match", drain.match, Need::required, "the opcodes");
  pass.demands("ports", drain.demands, Need::required,
               "what each of them occupies beside its own ports, if a store stands before it");
  pass.source(drain.provenance);
}

template <class Pass> void describe(Pass &pass, MemoryRenamingRules &renaming) {
  pass.globs("loads", renaming.loads, Need::required, "the loads that are renamed");
  pass.integer("in_place_bytes", renaming.in_place_bytes, Need::optional, {1, 64},
               "the narrowest operation on memory itself (`add %eax, (%rdi)`) that is renamed too");
  pass.truth("stack_pointer_only", renaming.stack_pointer_only, Need::optional,
             "only for addresses that are the stack pointer plus a constant");
  pass.truth("indexed", renaming.indexed, Need::optional, "`false`: not where the address has an index register");
  pass.truth("any_registers", renaming.any_registers, Need::optional,
             "also where the store named the same place by other registers, or by one that was computed again since");
  pass.globs("not_in_place", renaming.not_in_place, Need::optional,
             "operations on memory itself that are not renamed behind one of the same kind");
  pass.integer("in_place_apart_bytes", renaming.in_place_apart_bytes, Need::optional, {1, 64},
               "an operation on memory itself is not renamed if the one before it, on the same place, begins nearer "
               "than so many bytes of code");
  pass.port_set("ports", renaming.port, Need::optional,
                "one port, of no other use, that each load keeps for a cycle which is renamed, but for operations on "
                "memory itself");
  pass.source(renaming.provenance);
}

// Vectors.

template <class Pass> void describe(Pass &pass, WideVectors &wide) {
  pass.integer("from_bits", wide.from_bits, Need::required, {8, 65536}, "the narrowest that are wide");
  pass.port_set("closed_ports", wide.closed_ports, Need::required,
                "what is closed to all operations on vectors meanwhile");
  pass.truth("by_accesses", wide.by_accesses, Need::optional,
             "`true`: loads and stores of wide vectors close them, too; otherwise only operations do");
  pass.globs("moved", wide.moved, Need::optional,
             "operations that take `moved_ports` meanwhile, in place of ports of which one is closed");
  pass.port_set("moved_ports", wide.moved_ports, Need::optional, "with `moved`: which ones");
  pass.source(wide.provenance);
}

template <class Pass> void describe(Pass &pass, VectorRate &rate) {
  pass.integer("from_bits", rate.from_bits, Need::required, {8, 65536},
               "the narrowest vectors that it is of; of several entries the widest that fits counts");
  pass.demands("ports", rate.demands, Need::required,
               "what each load, operation and store occupies beside its own: a port of no other use");
  pass.source(rate.provenance);
}

template <class Pass> void describe(Pass &pass, VectorLength &length) {
  pass.integer("bits", length.bits, Need::required, {64, 65536}, "of a vector register: a power of two");
  pass.integer("form_group", length.form_group, Need::optional, {1, 8},
               "RISC-V: the figures of forms are for groups of so many registers (LMUL); for other groups, where the "
               "code shows which, LLVM's serve");
  pass.source(length.provenance);
}

} // namespace osaca::fields
