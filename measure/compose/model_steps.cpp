#include "measure/compose/model_steps.h"

#include "base/format.h"
#include "measure/commands/commands.h"
#include "measure/compose/result_files.h"
#include "measure/file/measurement.h"
#include "measure/harness/stopwatch.h"
#include "measure/ports/prepared_form.h"
#include "measure/tables/subject.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <set>

namespace osaca::measure::compose {
namespace {

namespace fs = std::filesystem;

struct MeasuringStep {
  std::string name; ///< for people
  std::string about;
  std::string file;
  bool continues = false; ///< an unfinished file can be continued
  /// `goes_on`: the existing file was measured on this machine.
  std::function<int(const std::string &unfinished, bool goes_on)> run;
  std::function<bool()> is_needed = [] { return true; };
};

/// The remaining time in seconds.
using TimeLeft = std::function<double()>;

std::string unfinished_name(const std::string &file) { return file + ".unfinished"; }

void say(const std::string &text) { std::fprintf(stderr, "osaca: %s\n", text.c_str()); }

/// The forms that real programs consist of, and those that mixes are built from.
std::set<std::string_view> frequent_names() {
  std::set<std::string_view> names;
  for (const FrequentForm &form : frequent_forms())
    names.insert(form.opcode);
  for (const std::string_view name : default_port_forms())
    names.insert(name);
  return names;
}

std::string names_of_frequent_forms() {
  std::string text;
  for (const std::string_view name : frequent_names())
    text += (text.empty() ? "" : ",") + std::string(name);
  return text;
}

/// Whether a file of instructions is incomplete because time was short.
bool lacks_forms(const std::string &path, bool quick) {
  const auto text = read_table(path);
  const auto read = text ? read_measurements(*text, path) : text.error();
  if (!read)
    return true;
  std::set<std::string_view> missing = quick ? frequent_names() : std::set<std::string_view>();
  const std::vector<InstructionForm> all = instruction_forms(Isa::x86_64);
  if (!quick)
    for (const InstructionForm &form : all)
      missing.insert(form.opcode);
  for (const MeasuredForm &form : read->forms)
    missing.erase(form.opcode);
  return std::ranges::any_of(all, [&](const InstructionForm &form) { return missing.contains(form.opcode); });
}

/// Measures the frequent forms first, so that they are in the file if the run is ended early.
int measure_instructions(const std::string &unfinished, bool quick, const TimeLeft &time_left) {
  const auto limit = [&] { return std::to_string(std::max(1, static_cast<int>(time_left()))); };
  const int first = instructions_command.run(
      {"--only", names_of_frequent_forms(), "--output", unfinished, "--resume", "--limit", limit()});
  return quick || first != success ? first
                                   : instructions_command.run({"--output", unfinished, "--resume", "--limit", limit()});
}

/// Each mix is saved when it is measured, so that a run that is killed can be continued.
int measure_mixes(const std::string &unfinished, const std::string &mixes, bool goes_on, bool quick) {
  constexpr const char *limit_seconds = "500"; // about 150 on a free core
  std::vector<std::string> words = {"--output", unfinished, "--mixes", mixes};
  if (goes_on && fs::exists(mixes))
    words.insert(words.end(), {"--known", mixes});
  if (!quick)
    words.insert(words.end(), {"--limit", limit_seconds});
  return ports_command.run(words);
}

/// The probes on which two runs disagree, as a list for the command.
std::string doubtful_probes(const std::vector<std::string> &files) {
  std::vector<StructureFindings> runs;
  for (const std::string &file : {files.at(0), files.at(1)})
    if (const auto text = read_table(file))
      if (auto run = read_structure(*text, file))
        runs.push_back(std::move(run).value());
  std::string list;
  if (runs.size() == 2)
    for (const std::string &probe : probes_in_doubt(runs[0], runs[1]))
      list += (list.empty() ? "" : ",") + probe;
  return list;
}

/// The structure is measured several times: a finding that was disturbed in one run may be clear in another.
std::vector<MeasuringStep> steps_of(const StepOptions &options, const MeasuredFiles &files, const TimeLeft &time_left) {
  const auto structure = [](const std::string &file, bool) { return structure_command.run({"--output", file}); };
  const auto ports = [&options](const std::string &file, bool goes_on) {
    return measure_mixes(file, options.folder + "/mixes.csv", goes_on, options.quick);
  };
  const auto instructions = [&options, time_left](const std::string &file, bool) {
    constexpr double seconds_of_structure = 300;
    return measure_instructions(file, options.quick,
                                [&] { return time_left() - (options.quick ? 0 : seconds_of_structure); });
  };
  std::vector<MeasuringStep> steps = {
      {"structure", "how the core is built", files.structures.front(), false, structure},
      {"ports", "which ports instructions use", files.ports, false, ports},
      {"instructions",
       options.quick ? "throughput and latencies of some 600 forms" : "throughput and latencies of every form",
       files.instructions, true, instructions}};
  if (options.quick)
    return steps;
  steps.push_back({"structure again", "to replace disturbed findings", files.structures.at(1), false, structure});
  const auto decisive = [&files](const std::string &file, bool) {
    return structure_command.run({"--only", doubtful_probes(files.structures), "--output", file});
  };
  steps.push_back({"structure once more", "to decide where two runs disagree", files.structures.at(2), false, decisive,
                   [&files] { return !doubtful_probes(files.structures).empty(); }});
  return steps;
}

std::optional<Error> moved(const std::string &from, const std::string &to) {
  std::error_code problem;
  fs::rename(from, to, problem);
  return problem ? std::optional(Error{"cannot be written: " + problem.message(), {to, 0, 0}}) : std::nullopt;
}

/// Measures again; the file gets its name when it is complete.
std::optional<Error> run_step(const MeasuringStep &step, bool resume, bool goes_on) {
  const std::string unfinished = unfinished_name(step.file);
  if (!(resume && step.continues))
    fs::remove(unfinished);
  if (step.run(unfinished, goes_on) != success)
    return Error{format_text("step '{}' failed; earlier measurements are kept, and --resume continues", step.name)};
  return moved(unfinished, step.file);
}

/// Renames an earlier file that cannot be used, so that it is not lost.
void keep_earlier(const std::string &file) {
  std::error_code none;
  if (fs::exists(file, none))
    fs::rename(file, file + ".before", none);
}

std::optional<std::string> on_other_machine(const MeasuredMachine &machine, const MeasuredMachine &here) {
  if (machine.cpu == here.cpu && machine.llvm_cpu == here.llvm_cpu)
    return std::nullopt;
  return format_text("it was measured on another machine ({})", machine.cpu);
}

} // namespace

MeasuredFiles part_files(const std::string &folder, bool quick) {
  std::vector<std::string> structures = {folder + "/structure.yml"};
  if (!quick)
    structures.insert(structures.end(), {folder + "/structure-2.yml", folder + "/structure-3.yml"});
  return {structures, folder + "/ports.yml", folder + (quick ? "/instructions-quick.yml" : "/instructions.yml")};
}

std::optional<std::string> why_not_taken(const std::string &path, const MeasuredMachine &here) {
  const auto text = read_table(path);
  if (!text)
    return text.error().text();
  if (text->starts_with("schema: osaca-structure-1\n")) {
    const auto read = read_structure(*text, path);
    return read ? on_other_machine(read->machine(), here) : std::optional(read.error().text());
  }
  if (text->starts_with("schema: osaca-ports-1\n")) {
    const auto read = read_ports(*text, path);
    return read ? on_other_machine(read->machine, here) : std::optional(read.error().text());
  }
  const auto read = read_measurements(*text, path);
  if (!read)
    return read.error().text();
  return read->forms.empty() ? std::optional<std::string>("it contains no forms")
                             : on_other_machine(read->machine, here);
}

Expected<MeasuredFiles> measure_parts(const StepOptions &options) {
  std::error_code problem;
  fs::create_directories(options.folder, problem);
  if (problem)
    return Error{"cannot be created: " + problem.message(), {options.folder, 0, 0}};
  MeasuredFiles files = part_files(options.folder, options.quick);
  const MeasuredMachine here = machine_facts();
  const Stopwatch watch;
  const auto time_left = [&] { return options.limit_seconds - watch.seconds(); };
  const std::vector<MeasuringStep> steps = steps_of(options, files, time_left);
  bool goes_on = options.resume;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const MeasuringStep &step = steps[i];
    const std::string place = format_text("step {} of {}, {}", i + 1, number_of_steps(options.quick), step.name);
    if (options.resume && fs::exists(step.file)) {
      const auto reason = why_not_taken(step.file, here);
      if (!reason && !(step.continues && lacks_forms(step.file, options.quick))) {
        say(format_text("{}: reusing {}", place, step.file));
        continue;
      }
      if (!reason)
        fs::rename(step.file, unfinished_name(step.file), problem);
      else
        say(format_text("{}: {} cannot be reused: {}", place, step.file, *reason));
    }
    keep_earlier(step.file);
    if (!step.is_needed())
      continue;
    say(format_text("{}: {}", place, step.about));
    if (const auto error = run_step(step, options.resume, goes_on))
      return *error;
    goes_on = false; // the unfinished file may be from another machine
  }
  std::erase_if(files.structures, [](const std::string &file) { return !fs::exists(file); });
  return files;
}

} // namespace osaca::measure::compose
