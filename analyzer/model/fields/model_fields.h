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
  pass.integer("to", latency.to, Need::required, {0, 63}, "number of the result operand");
  pass.cycles("cycles", latency.cycles, Need::required, "latency from the source to the result, in cycles");
}

template <class Pass> void describe(Pass &pass, FormEntry::Variant &variant) {
  pass.demands("ports", variant.demands, Need::required, "replaces the ports of the form");
  pass.cycles("latency", variant.latency_cycles, Need::required, "replaces the latency of the form");
  pass.cycles("slots", variant.dispatch_slots, Need::optional,
              "replaces the macro-ops of the form; default: those of the form");
  pass.cycles("index_latency", variant.index_latency_cycles, Need::optional,
              "for an address: cycles from the index to the result; default: `latency`");
}

template <class Pass> void describe(Pass &pass, FormEntry &form) {
  Cost &cost = form.cost;
  pass.demands("ports", cost.demands, Need::required,
               "one uop per item. `\"A|B\"`: it occupies one of these ports for a cycle; `\"n*A|B\"`: for n cycles");
  pass.cycles("latency", cost.latency_cycles, Need::required, "cycles from a register source to the result");
  pass.cycles("slots", cost.dispatch_slots, Need::optional, "macro-ops at dispatch; default: 1");
  pass.truth("complete", form.complete, Need::optional,
             "`true`: the figures include the memory part; `false`: the core's `loads` or `stores` part is added to a "
             "form that loads or stores");
  pass.cycles("load_latency", cost.load_latency_cycles, Need::optional,
              "with `complete`: cycles from the address to the loaded value");
  pass.cycles("forward", cost.store_forward_cycles, Need::optional, "with `complete`: as `forward` in `stores`");
  pass.list(
      "operand_latency", cost.operand_latencies, Need::optional, max_operand_latencies, "an operand latency",
      "Exceptions to `latency`. Operands have the numbers of Instruction::operands. An entry from an operand that is "
      "only written to itself means that the core waits for the old value, although the instruction does not read it.");
  pass.part("three_component", form.three_component, Need::optional,
            "Replaces the figures of the form if an address has a base, an index and a displacement (x86 lea).");
  pass.truth("three_component_encoded", form.three_component_encoded, Need::optional,
             "`true`: `three_component` also applies to an index with a base that cannot be encoded without a "
             "displacement (rbp, r13), and to addresses relative to the instruction pointer");
  pass.part("scaled", form.scaled, Need::optional,
            "Replaces the figures of the form if the index of an address is scaled, with or without the other parts.");
  pass.part("shifted", form.shifted, Need::optional,
            "Replaces the figures of the form if a register is shifted by a constant first. An example is AArch64 `add "
            "x0, x1, x2, lsl #3`, which has the opcode of the plain addition.");
  pass.part("shifted_far", form.shifted_far, Need::optional,
            "Replaces the figures of the form, and `shifted`, if a register is shifted by a constant first, but not to "
            "the left by at most four. Some cores do only the latter at once.");
  pass.part("zero_addend", form.zero_addend, Need::optional,
            "Replaces the figures of the form if its last register source is the constant zero. An example is AArch64 "
            "`mul`, which has the opcode of `madd`.");
  pass.part("same_register", form.same_register, Need::optional,
            "Replaces the figures of the form if all register sources are one register (x86 `shld $13, %eax, %eax`, a "
            "rotation).");
  pass.part("carry_and_zero", form.carry_and_zero, Need::optional,
            "Replaces the figures of the form if the condition needs two flags, carry and zero (x86 seta, setbe, "
            "cmova, cmovbe).");
  pass.source(cost.provenance);
}

// The fields of an entry of `vector_forms:` except its names.

template <class Pass> void describe(Pass &pass, VectorFigures &figures) {
  pass.vector_types("types", figures.types, Need::required,
                    "settings of `vtype`: `e32m2` is SEW 32 with LMUL 2, `m2` is LMUL 2 with any SEW");
  pass.truth("masked", figures.masked, Need::optional,
             "`true`: for instructions that read the mask v0. These use the figures without it if there are none with "
             "it");
  pass.demands("ports", figures.demands, Need::required,
               "replaces the ports of the form, including those of a memory access");
  pass.cycles("latency", figures.latency_cycles, Need::optional,
              "replaces the latency of the form, including that of a load; default: that of the form");
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
inline constexpr std::pair<std::string_view, Origin> source_kinds[] = {
    {"measured", Origin::measured}, {"published", Origin::published}, {"vendor", Origin::vendor},
    {"recalled", Origin::recalled}, {"composed", Origin::composed},   {"compiler", Origin::compiler}};

/// What a file says about the model that it extends.
struct Inheritance {
  std::string extends;
  bool is_of_other_core = false;
  bool is_of_sibling = false;
};

template <class Pass> void describe(Pass &pass, StandIn &stand_in) {
  pass.text("cpu", stand_in.cpu, Need::required, cpu_name, "name that LLVM uses for the CPU");
  pass.text("because", stand_in.because, Need::required, TextForm(), "the reason, which is shown in reports");
}

template <class Pass> void describe_identity(Pass &pass, MachineModel::Data &data, Need title) {
  pass.constant("schema", schema_name, "the version of the format");
  pass.text("name", data.name, Need::required, model_name, "name of the model, unique over all models");
  pass.text("title", data.title, title, TextForm(), "name of the core in reports; required without `extends`");
  pass.names("aliases", data.aliases, Need::optional, cpu_name,
             "other names of the model, not case-sensitive and unique over all models");
  pass.list("stands_in_for", data.stand_ins, Need::optional, 64, "an entry of 'stands_in_for'",
            "CPUs of LLVM that have no model, but have this core or nearly this core (only for models in the "
            "repository). They get the figures of this model as \"composed\".");
}

template <class Pass> void describe(Pass &pass, Inheritance &inheritance) {
  pass.text("extends", inheritance.extends, Need::optional, TextForm(),
            "name of a model to start from; entries in this file take precedence");
  pass.truth("other_core", inheritance.is_of_other_core, Need::optional,
             "with `extends`, only for models in the repository. `true`: the extended model is of another core, so all "
             "its figures count as \"composed\" here");
  pass.truth(
      "sibling_core", inheritance.is_of_sibling, Need::optional,
      "with `extends`, only for models in the repository. `true`: the extended model is of nearly the same core. "
      "What was measured on it counts as \"composed\" here; what tables say stays, because it was compared with "
      "tables of this core");
}

template <class Pass> void describe_isa(Pass &pass, Isa &isa, Need need) {
  pass.choice("isa", isa, need, Choices<Isa>(isas), "instruction set of the model; required without `extends`");
}

template <class Pass> void describe_sources(Pass &pass, std::map<std::string, Provenance> &sources) {
  pass.map(
      "sources", sources, Need::optional, "source",
      "Where figures come from. The `source` of each figure names one of these entries.",
      [](auto &items, Provenance &source) {
        items.choice(
            "kind", source.origin, Need::required, Choices<Origin>(source_kinds),
            "origin of the figures; `recalled`: written down from memory of a document, and not checked against it");
        items.text("text", source.text, Need::required, TextForm(), "a citation, or how the figures were measured");
      });
}

template <class Pass> void describe_notes(Pass &pass, MachineModel::Data &data) {
  pass.notes("notes", data.notes, Need::optional, max_notes,
             "remarks that are shown in reports. `{borrowed_figures: ...}`: a remark that figures are those of another "
             "core, which notes of compilers show too. `{concerns: GLOBS, text: ...}`: a remark for code that has one "
             "of these opcodes");
}

inline constexpr std::pair<std::string_view, Validation::Code> kinds_of_code[] = {{"blocks", Validation::Code::blocks},
                                                                                  {"loops", Validation::Code::loops}};
inline constexpr int max_validations = 2;

template <class Pass> void describe(Pass &pass, Validation &validation) {
  pass.choice("code", validation.code, Need::required, Choices<Validation::Code>(kinds_of_code),
              "kind of code: basic blocks that are repeated without a branch, or loops");
  pass.integer("rows", validation.rows, Need::required, {1, 100'000'000}, "number of pieces of code");
  pass.percent("mean_error", validation.mean_error_percent, Need::required, {0, 1000},
               "mean absolute error, in percent");
  pass.percent("within_10_percent", validation.close_percent, Need::required, {0, 100},
               "share of the pieces with an error of at most 10 %, in percent");
  pass.source(validation.provenance);
}

template <class Pass> void describe_validations(Pass &pass, MachineModel::Data &data) {
  pass.list("validation", data.validations, Need::optional, max_validations, "an entry of 'validation'",
            "How well predictions agreed with measurements of this core. Reports in JSON show it as the confidence of "
            "a prediction. It is not inherited, because it says nothing about a model with other figures.");
}

template <class Pass> void describe_compiler_cpu(Pass &pass, MachineModel::Data &data) {
  pass.text("compiler_cpu", data.compiler_cpu, Need::optional, TextForm(),
            "LLVM's name of the core whose figures are used for forms that are not listed here");
}

template <class Pass> void describe_compiler_ports(Pass &pass, MachineModel::Data &data) {
  pass.port_names(
      "compiler_ports", data.compiler_ports, Need::optional,
      "ports of this model for each unit in the figures of `compiler_cpu`. `\"A|B\"` or `[A, B]`: one of these ports; "
      "`[]`: the unit is ignored. A unit that is not listed is the port of the same name, if there is one");
}

/// A form's figures by `vtype`.
inline constexpr int max_vector_figures = 64;

struct VectorForm {
  std::vector<VectorFigures> figures;
  Provenance provenance;
};

template <class Pass> void describe(Pass &pass, VectorForm &form) {
  pass.list("figures", form.figures, Need::required, max_vector_figures, "figures of a vector form",
            "Figures under some settings of `vtype`. For each setting the first entry counts.");
  pass.source(form.provenance);
}

/// An entry of `vector_forms:`, with its names.
template <class Pass> void describe_vector_form(Pass &pass, std::vector<std::string> &names, VectorForm &form) {
  pass.globs("match", names, Need::required, "opcodes to which the entry applies; no globs");
  describe(pass, form);
}

/// An entry of `forms:`, with its names.
template <class Pass> void describe_form(Pass &pass, std::vector<std::string> &names, FormEntry &form) {
  pass.globs("match", names, Need::required, "opcodes to which the entry applies");
  describe(pass, form);
}

} // namespace osaca::fields
