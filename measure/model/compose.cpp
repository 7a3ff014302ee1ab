#include "measure/model/compose.h"

#include "measure/file/yaml_text.h"
#include "measure/model/core_sections.h"
#include "measure/model/form_entries.h"
#include "measure/model/immediate_siblings.h"
#include "measure/model/model_text.h"
#include "measure/tables/subject.h"

#include <cmath>
#include <set>

namespace osaca::measure::composer {
namespace {

std::optional<Error> other_machine(const MeasuredMachine &a, const MeasuredMachine &b, const char *what) {
  if (a.cpu == b.cpu && a.isa == b.isa && a.llvm_cpu == b.llvm_cpu)
    return std::nullopt;
  return Error{std::string("the ") + what + " were measured on another machine (" + b.cpu + ", " + b.llvm_cpu +
               ") than the structure (" + a.cpu + ", " + a.llvm_cpu + ")"};
}

/// What the probe found; where it could not tell, what the mixes of the ports file say.
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
    return Error{"models are composed for x86-64 only, not for '" + machine.isa.substr(0, 40) + "'"};
  if (const double width = dispatch_width(measured); width < 1 || width > 32)
    return Error{"how many instructions the core takes up in a cycle was not found out (dispatch.width)"};
  return std::nullopt;
}

std::string source_line(const std::string &key, const char *kind, const std::string &text) {
  return "  " + key + ": {kind: " + kind + ", text: " + yaml_quoted(text) + "}\n";
}

/// LLVM has the prefix as an instruction of its own. What it makes slow is the same for all operations.
std::string locked_entry(const StructureFindings &structure) {
  const auto cycles = structure.number("accesses.locked_addition");
  constexpr double surely_locked = 2; // cycles; a place in memory is updated as quickly without
  if (!cycles || *cycles < surely_locked)
    return "";
  return "  - match: [LOCK_PREFIX]\n    ports: [\"" + cycles_text(*cycles) + "*" + lock_port +
         "\"]\n    latency: 0\n    source: probes\n";
}

std::string head_of_model(const CoreMeasurements &measured, const std::string &name, const PipePlan &plan) {
  const MeasuredMachine &machine = measured.structure.machine();
  const std::string where = machine.cpu + ", " + measured.instructions.machine.date + ": ";
  std::string out = "# Made by 'osaca measure model'.\nschema: osaca-model-1\nname: " + name +
                    "\ntitle: " + yaml_quoted(machine.cpu + ", as measured") + "\nisa: " + machine.isa +
                    "\ncompiler_cpu: " + machine.llvm_cpu + "\ncompiler_ports:\n";
  for (const auto &[unit, ports] : plan.of_unit) {
    std::string names;
    for (std::size_t i = 0; i < plan.ports.size(); ++i)
      if ((ports >> i & 1) != 0)
        names += (names.empty() ? "" : ", ") + plan.ports[i].name;
    out += "  " + unit + ": [" + names + "]\n";
  }
  out += "sources:\n" + source_line("probes", "measured", machine.cpu + ", " + machine.date + ": " + machine.method);
  for (const auto &[key, text] : form_sources())
    out += source_line(key, "measured", where + text);
  return out + source_line("compiler", "compiler", "LLVM's scheduling model of " + machine.llvm_cpu);
}

} // namespace

Expected<ComposedModel> compose_model(const CoreMeasurements &measured, const std::string &name) {
  if (auto error = contradiction(measured))
    return *error;
  auto made_facts = facts_of(measured.instructions, measured.ports);
  if (!made_facts)
    return made_facts.error();
  const std::vector<FormFacts> facts = with_figures_of_siblings(std::move(made_facts).value());
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
  made.yaml += "\nforms:\n" + entries.yaml + locked_entry(measured.structure);
  made.forms = entries.forms;
  made.forms_by_basis = std::move(entries.by_basis);
  return made;
}

} // namespace osaca::measure::composer
