#include "pipeline/arch_resolution.h"

#include "base/fingerprint.h"
#include "base/format.h"
#include "base/name_matching.h"
#include "base/text.h"
#include "decode/decoder.h"
#include "model/library/call_tables.h"
#include "model/library/library.h"
#include "osaca/models.h"

#include <algorithm>
#include <cctype>

namespace osaca {
namespace {

bool is_file_name(const std::string &name) {
  return name.find('/') != std::string::npos || name.ends_with(".yml") || name.ends_with(".yaml");
}

/// "cortex-x4" for "x4", "cortex-a720" for "cortexa720"; empty: there is no such name.
std::string name_with_last_part(const std::string &name, const std::vector<std::string> &known) {
  const auto without_dashes = [](std::string text) {
    std::erase(text, '-');
    return lower_cased(text);
  };
  for (const std::string &candidate : known)
    if (const std::string text = lower_cased(candidate);
        !name.empty() && (text.ends_with("-" + lower_cased(name)) || without_dashes(text) == without_dashes(name)))
      return candidate;
  return "";
}

Error unknown_arch(const std::string &name) {
  std::vector<std::string> known = ModelLibrary::shipped().names();
  for (const CompilerCpu &cpu : compiler_cpus())
    known.push_back(cpu.name);
  known.emplace_back("native");
  if (name.find(',') != std::string::npos)
    return {format_text("'{}' is a list, but the name of one core is expected", name.substr(0, 80))};
  if (const std::string full = name_with_last_part(name, known); !full.empty())
    known = {full};
  const std::string nearest =
      known.size() == 1 ? format_text("; did you mean '{}'?", known.front()) : suggestion(name, known);
  return {format_text("unknown arch '{}'{} ('osaca models' lists all names)", name.substr(0, 80), nearest)};
}

/// LLVM's spelling of a CPU name; empty if LLVM does not know it.
std::string compiler_spelling(const std::string &name) {
  const std::string wanted = lower_cased(name);
  for (const CompilerCpu &cpu : compiler_cpus())
    if (lower_cased(cpu.name) == wanted)
      return cpu.name;
  return "";
}

int index_in(std::vector<std::string> &list, const std::string &item) {
  if (item.empty())
    return -1;
  auto found = std::ranges::find(list, item);
  if (found == list.end())
    found = list.insert(list.end(), item);
  return static_cast<int>(found - list.begin());
}

/// One of the names of a single core: of a model or its file, or of a CPU that LLVM knows.
Expected<MachineModel> resolve_core(const std::string &name) {
  const ModelLibrary &library = ModelLibrary::shipped();
  if (const std::string canonical = library.canonical_name(name); !canonical.empty())
    return library.load(canonical);
  if (is_file_name(name))
    return load_model_file(name);
  const std::string long_name = library.compiler_name(name);
  if (const std::string cpu = compiler_spelling(long_name.empty() ? name : long_name); !cpu.empty())
    return library.relative_of(cpu).empty() ? compiler_model(cpu, library.vector_length_of(cpu))
                                            : library.load_relative_of(cpu);
  return unknown_arch(name);
}

/// "adl-p (Intel Alder Lake, performance core)", or only the name if there is no title.
std::string name_with_title(const std::string &core) {
  const ModelLibrary &library = ModelLibrary::shipped();
  const std::string model = library.canonical_name(core);
  return model.empty() ? core : format_text("{} ({})", model, library.title_of(model));
}

/// Which of a chip's cores the figures are for, and how to choose the others.
std::string text_of_assumption(std::string_view chip_name, const Chip &chip) {
  const std::string relative = ModelLibrary::shipped().relative_of(chip.fastest_core);
  const std::string fastest = relative.empty() ? chip.fastest_core : relative;
  std::string text = format_text("{} has several kinds of cores: the figures are for the fastest kind{}. ", chip_name,
                                 equal_in_any_case(fastest, chip_name) ? "" : ", " + name_with_title(fastest));
  if (chip.other_cores.empty())
    return text + "There are no figures for other kinds";
  std::vector<std::string> others;
  for (const std::string &core : chip.other_cores)
    others.push_back(name_with_title(core));
  return text + format_text("For the other kind{} choose the arch {}", others.size() > 1 ? "s" : "",
                            joined(others, ", ", " or "));
}

Expected<MachineModel> model_of_chip(std::string_view chip_name, const Chip &chip) {
  OSACA_TRY(const MachineModel model, resolve_core(chip.fastest_core));
  MachineModel::Data data = model.data();
  data.notes.push_back({ArchNote::Kind::assumed_core, text_of_assumption(chip_name, chip)});
  return MachineModel(std::move(data));
}

MachineModel with_memory(const MachineModel &model, const MemoryOverlay &overlay) {
  MachineModel::Data data = model.data();
  data.figures_version = fingerprint_of(data.figures_version + overlay.figures_version).text();
  data.core.memory = overlaid(data.core.memory, overlay.memory);
  data.notes.push_back({ArchNote::Kind::remark,
                        format_text("the figures beyond its first-level cache are taken from '{}'", overlay.title)});
  return MachineModel(std::move(data));
}

} // namespace

std::optional<Isa> isa_named(std::string_view name) {
  for (Isa isa : {Isa::x86_64, Isa::aarch64, Isa::riscv64})
    if (name_of(isa) == name)
      return isa;
  return std::nullopt;
}

std::string note_on_host_core(const ResolvedArchs &archs, std::string_view ways) {
  return format_text("no core was named ({}): figures are for {}, the core of this machine", ways,
                     archs.models.front().name());
}

Expected<MachineModel> resolve_host(const HostProcessor &host) {
  if (host.cpu.empty() || host.cpu == "native")
    return Error{
        "the CPU of this machine cannot be determined: specify it with --arch ('osaca models' lists all names)"};
  const ChipList &chips = ModelLibrary::shipped().chips();
  const std::string corrected = chips.arch_of({host.vendor, host.family, host.model});
  const std::string &name = corrected.empty() ? host.cpu : corrected;
  const Chip *chip = chips.find(name);
  if (chip != nullptr && host.kinds == HostProcessor::Kinds::one)
    return resolve_core(chip->fastest_core); // the other kinds are disabled, or this variant of the chip has none
  if (chip != nullptr || host.kinds != HostProcessor::Kinds::several)
    return resolve_arch(name);
  return model_of_chip("this machine", {{}, name, host.other_cpus});
}

Expected<MachineModel> resolve_arch(const std::string &name) {
  if (name.empty())
    return Error{"the name of an arch is empty; 'osaca models' lists all names"};
  if (lower_cased(name) == "native")
    return resolve_host(host_processor());
  if (const Chip *chip = ModelLibrary::shipped().chips().find(name))
    return model_of_chip(name, *chip);
  return resolve_core(name);
}

Expected<std::string> isa_of_arch(const std::string &name) {
  if (lower_cased(name) == "native" || is_file_name(name))
    return std::string();
  OSACA_TRY(const MachineModel model, resolve_arch(name));
  return std::string(name_of(model.data().isa));
}

Expected<ResolvedArchs> resolve_archs(const std::vector<std::string> &names, const std::string &memory_file,
                                      const std::string &calls_file) {
  ResolvedArchs out;
  std::optional<MemoryOverlay> memory;
  if (!memory_file.empty()) {
    OSACA_TRY(memory, load_memory_overlay(memory_file));
  }
  std::shared_ptr<const CallTable> calls;
  if (!calls_file.empty()) {
    OSACA_TRY(calls, load_call_table(calls_file));
  }
  for (const std::string &name : names.empty() ? std::vector<std::string>{"native"} : names) {
    OSACA_TRY(MachineModel model, resolve_arch(name));
    const auto same = [&](const MachineModel &known) { return known.name() == model.name(); };
    if (std::ranges::any_of(out.models, same))
      continue;
    if (!out.models.empty() && out.models.front().data().isa != model.data().isa)
      return Error{format_text(
          "the archs '{}' ({}) and '{}' ({}) have different instruction sets: analyse one at a time",
          out.models.front().name(), name_of(out.models.front().data().isa), model.name(), name_of(model.data().isa))};
    out.compiler_indices.push_back(index_in(out.scheduling_cpus, model.data().compiler_cpu));
    out.calls.push_back(call_costs_of(model, calls));
    out.models.push_back(memory ? with_memory(model, *memory) : std::move(model));
  }
  return out;
}

} // namespace osaca
