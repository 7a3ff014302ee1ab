// The fields of an entry of `forms:`, and those at the top of a model's file. See vocabulary.h.
#pragma once

#include "model/fields/core_fields.h"
#include "model/fields/vocabulary.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace osaca::fields {

// The fields of an entry of `forms:` except its names.

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

// The fields at the top of a model's file, except `core:` and `forms:`. They form groups, because the reader must act
// between them.

inline constexpr std::string_view schema_name = "osaca-model-1";
inline constexpr int max_notes = 100;

inline bool is_name(std::string_view name, bool lower_case) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto is_lower = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto is_upper = [](char c) { return c >= 'A' && c <= 'Z'; };
  const auto is_letter = [&](char c) { return is_lower(c) || (!lower_case && is_upper(c)); };
  return !name.empty() && name.size() <= 64 && (is_digit(name[0]) || is_lower(name[0]) || is_upper(name[0])) &&
         std::ranges::all_of(name, [&](char c) {
           return is_digit(c) || is_letter(c) || (!lower_case && c == '+') || c == '-' || c == '_' || c == '.';
         });
}
inline constexpr TextForm model_name = {"1 to 64 lower-case letters, digits, '-', '_' or '.'",
                                        "^[a-z0-9][a-z0-9._-]{0,63}$",
                                        [](std::string_view name) { return is_name(name, true); }};
inline constexpr TextForm cpu_name = {"1 to 64 letters, digits, '+', '-', '_' or '.'",
                                      "^[A-Za-z0-9][A-Za-z0-9+._-]{0,63}$",
                                      [](std::string_view name) { return is_name(name, false); }};

inline constexpr std::pair<std::string_view, Isa> isas[] = {
    {"x86-64", Isa::x86_64}, {"aarch64", Isa::aarch64}, {"riscv64", Isa::riscv64}};
inline constexpr std::pair<std::string_view, Origin> source_kinds[] = {{"measured", Origin::measured},
                                                                       {"published", Origin::published},
                                                                       {"vendor", Origin::vendor},
                                                                       {"recalled", Origin::recalled},
                                                                       {"compiler", Origin::compiler}};

/// What a file says about the model that it extends.
struct Inheritance {
  std::string extends;
  bool is_of_other_core = false;
};

template <class Pass> void describe(Pass &pass, StandIn &stand_in) {
  pass.text("cpu", stand_in.cpu, Need::required, cpu_name, "the compiler's name of it");
  pass.text("because", stand_in.because, Need::required, TextForm(), "why: reports say it");
}

template <class Pass> void describe_identity(Pass &pass, MachineModel::Data &data, Need title) {
  pass.constant("schema", schema_name, "the version of the format; so far the only one");
  pass.text("name", data.name, Need::required, model_name, "unique");
  pass.text("title", data.title, title, TextForm(), "the core's name for people");
  pass.names("aliases", data.aliases, Need::optional, cpu_name, "without regard to case, unique over all models");
  pass.list("stands_in_for", data.stand_ins, Need::optional, 64, "a CPU that the model stands in for",
            "CPUs of LLVM without a model whose core is this one or nearly so (only for models in the repository). "
            "Their figures are these, as \"composed\".");
}

template <class Pass> void describe(Pass &pass, Inheritance &inheritance) {
  pass.text("extends", inheritance.extends, Need::optional, TextForm(), "start from that model; entries here win");
  pass.truth("other_core", inheritance.is_of_other_core, Need::optional,
             "beside that (only for models in the repository): it is of another core, so its figures count as "
             "\"composed\" here, whatever they are there");
}

template <class Pass> void describe_isa(Pass &pass, Isa &isa, Need need) {
  pass.choice("isa", isa, need, Choices<Isa>(isas), "as LLVM names its opcodes");
}

template <class Pass> void describe_sources(Pass &pass, std::map<std::string, Provenance> &sources) {
  pass.map(
      "sources", sources, Need::optional, "source", "Where figures come from: each names one of these.",
      [](auto &items, Provenance &source) {
        items.choice(
            "kind", source.origin, Need::required, Choices<Origin>(source_kinds),
            "how much it is worth; `recalled`: written down from memory of a document, and not checked against it");
        items.text("text", source.text, Need::required, TextForm(), "a citation, or how it was measured");
      });
}

template <class Pass> void describe_notes(Pass &pass, MachineModel::Data &data) {
  pass.notes("notes", data.notes, Need::optional, max_notes,
             "what a user should know: reports show it; as `{borrowed_figures: ...}` where figures are not the core's "
             "own, which compilers' notes say, too");
}

template <class Pass> void describe_compiler_cpu(Pass &pass, MachineModel::Data &data) {
  pass.text("compiler_cpu", data.compiler_cpu, Need::optional, TextForm(),
            "LLVM's core that stands in for forms not listed here");
}

template <class Pass> void describe_compiler_ports(Pass &pass, MachineModel::Data &data) {
  pass.port_names("compiler_ports", data.compiler_ports, Need::optional,
                  "for that stand-in: LLVM's unit -> `\"A|B\"` or `[A, B]`, any of our ports; `[]`: no port of ours, "
                  "its use is dropped. A unit that is not listed is the port of the same name, if there is one");
}

/// An entry of `forms:`, with its names.
template <class Pass> void describe_form(Pass &pass, std::vector<std::string> &names, FormEntry &form) {
  pass.globs("match", names, Need::required, "the opcodes that it is of");
  describe(pass, form);
}

} // namespace osaca::fields
