// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/unit_report.h"

#include "driver_client.h"
#include "failed_report.h"
#include "folders.h"
#include "front/front_end.h"
#include "link/linked_program.h"
#include "machine/assembly.h"
#include "messages.h"
#include "report/say.h"

namespace osaca::gcc {

vanish::Fate fate_of(const LoopExtent &extent, const std::vector<Sighting> &sightings, const FunctionFates &fates) {
  vanish::Fate fate;
  fate.function = extent.function;
  fate.is_of_template = extent.is_of_template;
  std::unordered_map<unsigned, size_t> positions;
  for (const SourceFunction &function : extent.instances) {
    positions[function.uid] = fate.instances.size();
    vanish::Instance instance;
    instance.name = function.name;
    instance.written = fates.written.count(function.uid) != 0;
    if (const auto twin = fates.merged.find(function.uid); twin != fates.merged.end())
      instance.twin = twin->second.twin;
    fate.instances.push_back(std::move(instance));
  }
  for (const Sighting &sighting : sightings) {
    const auto position = positions.find(sighting.instance);
    auto &of_whom = position == positions.end() ? fate.elsewhere : fate.instances[position->second].sightings;
    of_whom.push_back({sighting.function, sighting.has_loop, sighting.remains});
  }
  return fate;
}

namespace {

/// In the compiler proper, -march=native has already been replaced. The compiler's driver leaves the user's options in
/// the environment.
bool user_wrote(const char *option) {
  const char *options = getenv("COLLECT_GCC_OPTIONS");
  return options != nullptr && strstr(options, option) != nullptr;
}

bool is_generic(const std::string &cpu) {
  return cpu.empty() || cpu == "generic" || cpu.compare(0, 6, "x86-64") == 0 || cpu.compare(0, 3, "arm") == 0;
}

std::string without_extensions(const std::string &cpu) { return cpu.substr(0, cpu.find('+')); }

std::string cpu_of(const gcc_compat::TargetNames &names) {
  if (user_wrote("'-march=native'") || user_wrote("'-mtune=native'") || user_wrote("'-mcpu=native'"))
    return "native";
  const std::string tune = without_extensions(names.mtune);
  const std::string arch = without_extensions(names.march);
  if (!is_generic(tune))
    return tune;
  return is_generic(arch) ? std::string() : arch;
}

/// Whether the same command also links: no option stops it at the object or earlier.
bool same_command_links() {
  const char *options = getenv("COLLECT_GCC_OPTIONS");
  return options != nullptr && !user_wrote("'-c'") && !user_wrote("'-S'");
}

/// Whether the text of this language is read again when a program is linked (link/linked_program.h).
bool is_read_at_link() { return front_end_of_host() != FrontEndKind::fortran; }

/// The name of GCC's auxiliary files is that of the object. If the same command also links, the objects are temporary,
/// and the name is that of the program and the base name of the source. Its folder is added.
OutputName name_of_output() {
  if (front_end_of_host() == FrontEndKind::lto)
    return {name_of_part()};
  std::string object = gcc_compat::or_empty(aux_base_name);
  const std::string source = without_ending(gcc_compat::or_empty(main_input_filename));
  const std::string base = source.substr(source.rfind('/') + 1);
  const bool ends_with_base = object.size() > base.size() + 1 && !base.empty() &&
                              object.compare(object.size() - base.size() - 1, std::string::npos, "-" + base) == 0;
  if (same_command_links() && ends_with_base)
    object = object.substr(0, object.size() - base.size()) + source;
  const std::string output = gcc_compat::or_empty(asm_file_name);
  if (output == "-" || output == "/dev/null" || user_wrote("'-o' '/dev/null'"))
    object.clear();
  return {object, source};
}

/// Shows a record. Warnings, which -Werror turns into errors that delete the object, and errors are shown as such only
/// if the user asked for them: by an argument, in the source (an expectation) or in the project's settings.
void show(const Record &record, location_t where, const Arguments &arguments) {
  const bool is_warning = arguments.warn || record.severity == RecordSeverity::warning;
  const Tone tone = record.severity == RecordSeverity::error ? Tone::error : is_warning ? Tone::warning : Tone::note;
  say(tone, where, messages::finding(record.message, record.rule));
}

} // namespace

capture::Target target_of_unit() {
  const gcc_compat::TargetNames names = gcc_compat::target_names();
  return {names.isa, names.march, names.mtune, cpu_of(names), names.intel_syntax};
}

bool code_is_left_to_the_linker() {
  return flag_generate_lto != 0 && (flag_fat_lto_objects == 0 || (is_read_at_link() && same_command_links()));
}

void report_lto(location_t where, const Arguments &arguments) {
  if (!is_read_at_link())
    note(where, messages::left_to_linker("add '-ffat-lto-objects' to analyse this unit on its own"));
  else if (!arguments.embed && !same_command_links())
    note(where, messages::analysed_at_link());
}

void remark_on_targets(const std::vector<capture::Target> &targets, const Arguments &arguments) {
  std::set<std::string> others;
  for (const capture::Target &target : targets)
    if (target.cpu != targets.front().cpu)
      others.insert(target.cpu.empty() ? target.march : target.cpu);
  if (others.empty() || !arguments.arch.empty())
    return;
  std::vector<std::string> cores = {targets.front().cpu.empty() ? targets.front().march : targets.front().cpu};
  cores.insert(cores.end(), others.begin(), others.end());
  note(UNKNOWN_LOCATION, messages::several_targets(cores));
}

void drop_old_report(const Arguments &arguments) { osaca::drop_old_report(arguments, name_of_output()); }

void report_unit(const capture::Capture &capture, const std::vector<location_t> &places, const Arguments &arguments) {
  if (!gcc_compat::target_names().supported) {
    const int first = capture.annotations.empty() ? -1 : capture.annotations.front().location;
    note(first < 0 ? UNKNOWN_LOCATION : places[first],
         messages::unsupported("32-bit targets (such as '-m32', '-mx32')"));
    drop_old_report(arguments);
    return;
  }
  Arguments asked = with_report_file(arguments, name_of_output());
  asked.object_is_deleted = same_command_links() && !user_wrote("'-save-temps");
  const DriverAnswer answer = ask_driver(capture, asked);
  for (const Record &record : answer.records)
    show(record, record.location < 0 ? UNKNOWN_LOCATION : places[record.location], arguments);
  if (!answer.embedded.empty())
    append_report_section(answer.embedded);
  if (answer.error.empty())
    return;
  note(UNKNOWN_LOCATION, messages::no_analysis(answer.error));
  if (front_end_of_host() == FrontEndKind::lto && !asked.report.empty()) // a linked program has no section
    write_report_file(asked.report, failed_report(capture.unit, messages::no_analysis(answer.error)));
}

} // namespace osaca::gcc
