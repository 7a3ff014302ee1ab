#include "measure/compose/composed_model.h"

#include "base/format.h"
#include "measure/compose/core_sections.h"
#include "measure/compose/form_entries.h"
#include "measure/compose/form_facts.h"
#include "measure/compose/model_text.h"
#include "measure/compose/result_files.h"
#include "measure/file/measurement_file.h"
#include "measure/tables/subject.h"

#include <cmath>
#include <set>

namespace osaca::measure::compose {

namespace {

std::optional<Error> other_machine(const MeasuredMachine &a, const MeasuredMachine &b, const char *what) {
  if (a.cpu == b.cpu && a.isa == b.isa && a.llvm_cpu == b.llvm_cpu)
    return std::nullopt;
  return Error{format_text("the {} were measured on another machine ({}, {}) than the structure ({}, {})", what, b.cpu,
                           b.llvm_cpu, a.cpu, a.llvm_cpu)};
}

/// The width that the probe found, or else the width from the mixes of the ports file.
double dispatch_width(const CoreMeasurements &measured) {
  const double probed = dispatch_width_of(measured.structure);
  return probed >= 1 || measured.ports.width_is_bound ? probed : std::round(measured.ports.dispatch_width);
}

std::optional<Error> contradiction(const CoreMeasurements &measured) {
  const MeasuredMachine &machine = measured.structure.machine();
  if (auto error = other_machine(machine, measured.instructions.machine, "instructions"))
    return error;
  if (auto error = other_machine(machine, measured.ports.machine, "ports"))
    return error;
  if (machine.isa != name_of(Isa::x86_64))
    return Error{format_text("models can be composed for x86-64 only, not for '{}'", machine.isa.substr(0, 40))};
  if (const double width = dispatch_width(measured); width < 1 || width > 32)
    return Error{"the measurements do not show the dispatch width of the core (dispatch.width)"};
  return std::nullopt;
}

std::string source_line(const std::string &key, const char *kind, const std::string &text) {
  return format_text("  {}: {{kind: {}, text: {}}}\n", key, kind, yaml_quoted(text));
}

/// LLVM has the prefix as an instruction of its own. Its cost is the same for all operations.
std::string locked_entry(const StructureFindings &structure) {
  const auto cycles = structure.number("accesses.locked_addition");
  constexpr double surely_locked = 2; // cycles; without a lock, memory is updated faster
  if (!cycles || *cycles < surely_locked)
    return "";
  return format_text("  - match: [LOCK_PREFIX]\n    ports: [\"{}*{}\"]\n    latency: 0\n    source: probes\n",
                     cycles_text(*cycles), lock_port);
}

std::string head_of_model(const CoreMeasurements &measured, const std::string &name, const PipePlan &plan) {
  const MeasuredMachine &machine = measured.structure.machine();
  const std::string where = format_text("{}, {}: ", machine.cpu, measured.instructions.machine.date);
  std::string out =
      format_text("# Written by 'osaca measure model'.\n"
                  "schema: osaca-model-1\n"
                  "name: {}\n"
                  "title: {}\n"
                  "isa: {}\n"
                  "compiler_cpu: {}\n"
                  "compiler_ports:\n",
                  name, yaml_quoted(machine.cpu + ", as measured"), machine.isa, yaml_word(machine.llvm_cpu));
  for (const auto &[unit, ports] : plan.of_unit) {
    std::string names;
    for (std::size_t i = 0; i < plan.ports.size(); ++i)
      if ((ports >> i & 1) != 0)
        names += (names.empty() ? "" : ", ") + plan.ports[i].name;
    out += format_text("  {}: [{}]\n", unit, names);
  }
  out += "sources:\n" +
         source_line("probes", "measured", format_text("{}, {}: {}", machine.cpu, machine.date, machine.method));
  for (const auto &[key, text] : form_sources())
    out += source_line(key, "measured", where + text);
  return out + source_line("compiler", "compiler", "LLVM's scheduling model of " + machine.llvm_cpu);
}

} // namespace

Expected<ComposedModel> compose_model(const CoreMeasurements &measured, const std::string &name) {
  if (auto error = contradiction(measured))
    return *error;
  OSACA_TRY(auto made_facts, facts_of(measured.instructions, measured.ports));
  const std::vector<FormFacts> facts = with_figures_of_siblings(std::move(made_facts));
  const PipePlan plan = plan_of_units(facts);
  const AccessParts access = access_parts(measured.structure, facts, plan);
  if (access.loads.empty() || access.stores.empty())
    return Error{"plain loads and stores (MOV64rm, MOV64mr) were not measured"};
  const double width = dispatch_width(measured);
  const Bypasses bypasses(facts, access);
  const CoreEvidence evidence{measured.structure, facts, plan, access, bypasses, width};
  ComposedModel made;
  made.yaml = head_of_model(measured, name, plan) + "\ncore:\n";
  for (const CoreSection &section : core_sections()) {
    const std::string text = section.text(evidence);
    made.yaml += text;
    if (text.empty())
      made.left_out.emplace_back(section.name);
  }
  const PipeMatching matching(plan, facts);
  const PortChooser chooser(plan, matching, facts, width);
  FormEntries entries = form_entries(evidence, chooser);
  made.yaml += format_text("\nforms:\n{}{}", entries.yaml, locked_entry(measured.structure));
  made.forms = entries.forms;
  made.forms_by_basis = std::move(entries.by_basis);
  return made;
}

namespace {

Expected<StructureFindings> read_structures(const std::vector<std::string> &paths) {
  std::vector<StructureFindings> runs;
  for (const std::string &path : paths) {
    OSACA_TRY(const auto text, read_table(path));
    OSACA_TRY(auto run, read_structure(text, path));
    if (!runs.empty() && run.machine().cpu != runs.front().machine().cpu)
      return Error{format_text("it was measured on another machine ({}) than {}", run.machine().cpu, paths.front()),
                   {path, 0, 0}};
    runs.push_back(std::move(run));
  }
  return agreed_structure(runs);
}

} // namespace

Expected<CoreMeasurements> read_measured_files(const MeasuredFiles &files) {
  OSACA_TRY(auto structure, read_structures(files.structures));
  OSACA_TRY(const auto ports_text, read_table(files.ports));
  OSACA_TRY(auto ports, read_ports(ports_text, files.ports));
  OSACA_TRY(auto instructions, read_measurement_file(files.instructions));
  return CoreMeasurements{std::move(structure), std::move(ports), std::move(instructions)};
}

Expected<ModelOfFiles> compose_files(const MeasuredFiles &files, const std::string &name) {
  OSACA_TRY(auto measured, read_measured_files(files));
  OSACA_TRY(auto model, compose_model(measured, name));
  return ModelOfFiles{std::move(measured), std::move(model)};
}

Expected<MeasuredFiles> sorted_files(const std::vector<std::string> &paths) {
  MeasuredFiles files;
  for (const std::string &path : paths) {
    OSACA_TRY(const auto text, read_table(path));
    if (text.starts_with("schema: osaca-structure-1\n")) {
      files.structures.push_back(path);
      continue;
    }
    std::string *place = text.starts_with("schema: osaca-ports-1\n")          ? &files.ports
                         : text.starts_with("schema: osaca-measurements-1\n") ? &files.instructions
                                                                              : nullptr;
    if (place == nullptr)
      return Error{"not a file of 'osaca measure structure', 'ports' or 'instructions'", {path, 1, 0}};
    if (!place->empty())
      return Error{"the inputs contain another file of the same kind: " + *place, {path, 1, 0}};
    *place = path;
  }
  if (files.structures.empty() || files.ports.empty() || files.instructions.empty())
    return Error{std::string("a model needs three files; missing: the output of 'osaca measure ") +
                 (files.structures.empty() ? "structure'"
                  : files.ports.empty()    ? "ports'"
                                           : "instructions'")};
  return files;
}

} // namespace osaca::measure::compose
