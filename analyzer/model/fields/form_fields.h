// The fields of an entry of `forms:` but its names; see vocabulary.h.
#pragma once

#include "model/fields/vocabulary.h"

namespace osaca::fields {

template <class Pass> void describe(Pass &pass, OperandLatency &latency) {
  pass.integer("from", latency.from, Need::required, {0, 63}, "number of the source operand");
  pass.integer("to", latency.to, Need::required, {0, 63}, "number of the result's");
  pass.cycles("cycles", latency.cycles, Need::required, "from one to the other");
}

template <class Pass> void describe(Pass &pass, FormEntry::Variant &variant) {
  pass.demands("ports", variant.demands, Need::required, "in place of the form's");
  pass.cycles("latency", variant.latency_cycles, Need::required, "in place of the form's");
  pass.cycles("slots", variant.dispatch_slots, Need::optional, "in place of the form's");
}

template <class Pass> void describe(Pass &pass, FormEntry &form) {
  Cost &cost = form.cost;
  pass.demands("ports", cost.demands, Need::required, "one uop per item: any of these ports for one cycle");
  pass.cycles("latency", cost.latency_cycles, Need::required, "register source to result");
  pass.cycles("slots", cost.dispatch_slots, Need::optional, "macro-ops at dispatch; otherwise 1");
  pass.truth("complete", form.complete, Need::optional,
             "the figures include the memory part; otherwise the core's `loads` or `stores` part is added to a form "
             "that loads or stores");
  pass.cycles("load_latency", cost.load_latency_cycles, Need::optional, "with `complete`: address to the loaded value");
  pass.cycles("forward", cost.store_forward_cycles, Need::optional, "with `complete`: as in `stores`");
  pass.list("operand_latency", cost.operand_latencies, Need::optional, max_operand_latencies, "an operand latency",
            "Exceptions to `latency`, by the numbers of operands as in Instruction::operands. From an operand that is "
            "only written to itself: the core waits for the old value all the same.");
  pass.part("three_component", form.three_component, Need::optional,
            "In place of `ports` and `latency` where an address has base, index and displacement (x86 lea).");
  pass.truth("three_component_encoded", form.three_component_encoded, Need::optional,
             "`three_component` also holds for an index with a base that cannot be encoded without a displacement "
             "(rbp, r13), and for addresses relative to the instruction pointer");
  pass.part("scaled", form.scaled, Need::optional,
            "The same where its index is scaled, with or without the other parts.");
  pass.part("shifted", form.shifted, Need::optional,
            "The same where a register is shifted by a constant first (AArch64 `add x0, x1, x2, lsl #3`; its opcode is "
            "that of the plain addition).");
  pass.part("same_register", form.same_register, Need::optional,
            "The same where all register sources are one register (x86 `shld $13, %eax, %eax`: a rotation).");
  pass.part("carry_and_zero", form.carry_and_zero, Need::optional,
            "The same for conditions that need two flags, carry and zero (x86 seta, setbe, cmova, cmovbe).");
  pass.source(cost.provenance);
}

} // namespace osaca::fields
