#include "osaca/models.h"
#include "base/format.h"
#include "base/text.h"
#include "decode/decoder.h"
#include "model/compiled/compiled_model.h"
#include "model/library/library.h"
#include "osaca/machine.h"
#include "pipeline/arch_resolution.h"

#include <algorithm>
#include <exception>
#include <map>
#include <span>

namespace osaca {

namespace {

std::vector<std::pair<std::string, int>> forms_by_origin(const Coverage &coverage) {
  std::vector<std::pair<std::string, int>> out; // the map is sorted by origin, strongest first
  for (const auto &[origin, count] : coverage.forms)
    if (count > 0)
      out.emplace_back(name_of(origin), count);
  return out;
}

std::vector<std::string> texts_of(const std::vector<ArchNote> &notes) {
  std::vector<std::string> out;
  for (const ArchNote &note : notes)
    out.push_back(note.text);
  return out;
}

ModelInfo info_of(const MachineModel &model) {
  const MachineModel::Data &data = model.data();
  return {.name = data.name,
          .title = data.title,
          .isa = std::string(name_of(data.isa)),
          .aliases = data.aliases,
          .compiler_cpu = data.compiler_cpu,
          .own_figures = !data.fallback_only,
          .relative = {},
          .forms_by_origin = forms_by_origin(model.coverage()),
          .notes = texts_of(data.notes)};
}

std::string size_text(int bytes) {
  constexpr int kib = 1024;
  constexpr int mib = 1024 * kib;
  return bytes % mib == 0 ? format_text("{} MiB", bytes / mib) : format_text("{} KiB", bytes / kib);
}

std::string figure_text(const std::optional<SourcedCycles> &figure, const char *unit) {
  if (!figure)
    return "not known";
  const std::string digits = figure->value.text(2);
  const bool is_whole = digits.ends_with(".0");
  return format_text("{} {}", digits.substr(0, digits.size() - (is_whole ? 2 : 0)), unit);
}

std::string schedulers_text(const Core &core) {
  std::vector<std::string> texts;
  for (const Scheduler &scheduler : core.schedulers)
    texts.push_back(format_text("{} {}", scheduler.name, scheduler.entries));
  return texts.empty() ? "not known" : joined(texts) + " entries";
}

std::string memory_text(const Core &core) {
  if (!core.memory)
    return "not known";
  std::vector<std::string> texts = {"L1 " + size_text(core.memory->l1_bytes)};
  for (const MemoryLevel &level : core.memory->levels)
    texts.push_back(level.name + (level.bytes > 0 ? " " + size_text(level.bytes) : ""));
  return joined(texts);
}

std::string ports_text(const Core &core) {
  std::vector<std::string> names;
  for (const Port &port : core.ports)
    names.push_back(port.name);
  return joined(names);
}

} // namespace

Expected<ModelDetails> model_details(const std::string &name) {
  OSACA_TRY(const MachineModel model, resolve_arch(name));
  const ModelLibrary &library = ModelLibrary::shipped();
  ModelDetails out{info_of(model), {}};
  if (library.canonical_name(out.info.name).empty()) {
    out.info.relative = library.relative_of(out.info.name);
    out.info.own_figures = out.info.own_figures && out.info.relative.empty();
    if (out.info.aliases.empty())
      out.info.aliases = library.short_names_of(out.info.name);
  }
  const Core &core = model.data().core;
  out.core = {{"dispatch", figure_text(core.dispatch_width, "macro-ops per cycle")},
              {"retirement", figure_text(core.retire_width, "macro-ops per cycle")},
              {"reorder buffer", figure_text(core.reorder_buffer, "entries")},
              {"schedulers", schedulers_text(core)},
              {"ports", ports_text(core)},
              {"memory", memory_text(core)}};
  return out;
}

std::vector<ModelInfo> list_models() {
  std::vector<ModelInfo> out;
  for (const ModelSummary &summary : ModelLibrary::shipped().list())
    out.push_back({.name = summary.name,
                   .title = summary.title,
                   .isa = std::string(name_of(summary.isa)),
                   .aliases = summary.aliases,
                   .compiler_cpu = summary.compiler_cpu,
                   .own_figures = true,
                   .relative = {},
                   .forms_by_origin = forms_by_origin(summary.coverage),
                   .notes = {}});
  return out;
}

std::vector<ModelInfo> list_relatives() {
  const ModelLibrary &library = ModelLibrary::shipped();
  std::vector<ModelInfo> out;
  for (const ModelSummary &summary : library.list())
    for (const StandIn &stand_in : summary.stand_ins)
      if (const Expected<MachineModel> model = library.load_relative_of(stand_in.cpu)) {
        out.push_back(info_of(*model));
        out.back().aliases = library.short_names_of(stand_in.cpu);
        out.back().own_figures = false;
        out.back().relative = summary.name;
      }
  return out;
}

std::vector<ModelInfo> list_compiler_models() {
  const ModelLibrary &library = ModelLibrary::shipped();
  std::vector<ModelInfo> out;
  for (const CompilerCpu &cpu : compiler_cpus())
    if (cpu.has_scheduling_model && library.canonical_name(cpu.name).empty() && library.relative_of(cpu.name).empty())
      out.push_back({.name = cpu.name,
                     .title = "",
                     .isa = std::string(name_of(cpu.isa)),
                     .aliases = library.short_names_of(cpu.name),
                     .compiler_cpu = cpu.name,
                     .own_figures = false,
                     .relative = {},
                     .forms_by_origin = {},
                     .notes = {}});
  return out;
}

std::vector<ChipInfo> list_chips() {
  std::vector<ChipInfo> out;
  for (const Chip &chip : ModelLibrary::shipped().chips().chips())
    if (const Expected<MachineModel> model = resolve_arch(chip.fastest_core)) {
      out.push_back({chip.names, std::string(name_of(model->data().isa)), {chip.fastest_core}});
      out.back().cores.insert(out.back().cores.end(), chip.other_cores.begin(), chip.other_cores.end());
    }
  return out;
}

namespace {

/// Forms that are not listed have the figures of the compiler's core. Uses of units that are not translated are lost,
/// and with them the cost of the form.
std::optional<Error> problem_of_compiler_ports(const MachineModel &model, const std::string &path) {
  const MachineModel::Data &data = model.data();
  if (data.compiler_cpu.empty())
    return std::nullopt;
  const Expected<MachineModel> compiler = compiler_model(data.compiler_cpu);
  if (!compiler)
    return Error{format_text("'compiler_cpu': {}", compiler.error().message), {path}};
  const auto is_port = [&](const std::string &name) {
    return std::ranges::any_of(data.core.ports, [&](const Port &port) { return port.name == name; });
  };
  std::vector<std::string> untranslated;
  for (const auto &[unit, ports] : compiler->data().compiler_ports)
    if (!data.compiler_ports.contains(unit) && !is_port(unit))
      untranslated.push_back(unit);
  if (untranslated.empty())
    return std::nullopt;
  return Error{format_text("'compiler_ports' {} LLVM's {} {} of {}, so forms that use {} have no figures; an entry "
                           "'UNIT: []' ignores a unit",
                           data.compiler_ports.empty() ? "is missing: there are no ports for" : "has no ports for",
                           untranslated.size() == 1 ? "unit" : "units", joined(untranslated), data.compiler_cpu,
                           untranslated.size() == 1 ? "it" : "them"),
               {path}};
}

} // namespace

ModelCheck check_own_model(const std::string &path) {
  try {
    ModelCheck out;
    std::map<Isa, std::vector<std::string>> opcodes;
    out.problems = check_model_file(path, [&opcodes](Isa isa) -> std::span<const std::string> {
      std::vector<std::string> &names = opcodes[isa];
      if (names.empty())
        names = opcode_names(isa);
      return names;
    });
    if (!out.problems.empty())
      return out;
    const Expected<MachineModel> model = load_model_file(path);
    if (!model)
      out.problems.push_back(model.error());
    else if (std::optional<Error> problem = problem_of_compiler_ports(*model, path))
      out.problems.push_back(*std::move(problem));
    else
      out.model = info_of(*model);
    return out;
  } catch (const std::exception &problem) {
    return {std::nullopt, {{std::string("internal error: ") + problem.what(), {path, 0, 0}}}};
  }
}

MachineInfo this_machine() {
  MachineInfo out;
  const HostProcessor host = host_processor();
  out.cpu = host.cpu;
  const Expected<MachineModel> model = resolve_host(host);
  if (!model) {
    out.problem = model.error().message;
    return out;
  }
  for (const ArchNote &note : model->data().notes)
    if (note.kind == ArchNote::Kind::assumed_core)
      out.cores = note.text;
  for (std::vector<ModelInfo> models : {list_models(), list_relatives(), list_compiler_models()})
    for (ModelInfo &known : models)
      if (known.name == model->name() && !out.model)
        out.model = std::move(known);
  if (!out.model)
    out.problem = "LLVM has no figures for " + out.cpu;
  return out;
}

BuiltWith built_with() {
  return {.llvm_version = llvm_version(),
          .table_version = compiled_model_version(),
          .model_count = static_cast<int>(ModelLibrary::shipped().count())};
}

} // namespace osaca
