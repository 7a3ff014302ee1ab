#include "measure/model/model_steps.h"

#include "measure/commands/commands.h"
#include "measure/file/machine_facts.h"
#include "measure/model/frequent_forms.h"
#include "measure/ports/default_forms.h"
#include "measure/tables/subject.h"

#include <cstdio>
#include <filesystem>
#include <functional>
#include <set>

namespace osaca::measure::composer {
namespace {

namespace fs = std::filesystem;

struct MeasuringStep {
  std::string name;  ///< for people
  std::string about;
  std::string file;
  bool continues = false; ///< an unfinished file can be gone on with
  /// `goes_on`: what is there was measured on this machine.
  std::function<int(const std::string &unfinished, bool goes_on)> run;
};

std::string unfinished_name(const std::string &file) { return file + ".unfinished"; }

void say(const std::string &text) { std::fprintf(stderr, "osaca: %s\n", text.c_str()); }

/// The forms that real programs are made of, and those of which mixes are made.
std::string names_of_frequent_forms() {
  std::set<std::string_view> names;
  for (const FrequentForm &form : frequent_forms())
    names.insert(form.opcode);
  for (const std::string_view name : default_port_forms())
    names.insert(name);
  std::string text;
  for (const std::string_view name : names)
    text += (text.empty() ? "" : ",") + std::string(name);
  return text;
}

/// The frequent forms first: a run that is ended early has them.
int measure_instructions(const std::string &unfinished, bool quick) {
  const int first = instructions_command.run({"--only", names_of_frequent_forms(), "--output", unfinished, "--resume"});
  return quick || first != success ? first : instructions_command.run({"--output", unfinished, "--resume"});
}

/// Mixes are kept as they come: a run that is killed is gone on with.
int measure_mixes(const std::string &unfinished, const std::string &mixes, bool goes_on, bool quick) {
  constexpr const char *limit_seconds = "500"; // some 150 on a free core
  std::vector<std::string> words = {"--output", unfinished, "--mixes", mixes};
  if (goes_on && fs::exists(mixes))
    words.insert(words.end(), {"--known", mixes});
  if (!quick)
    words.insert(words.end(), {"--limit", limit_seconds});
  return ports_command.run(words);
}

std::vector<MeasuringStep> steps_of(const std::string &folder, const MeasuredFiles &files, bool quick) {
  return {{"structure", "what the core is made of", files.structure, false,
           [](const std::string &file, bool) { return structure_command.run({"--output", file}); }},
          {"ports", "which units instructions use", files.ports, false,
           [quick, mixes = folder + "/mixes.csv"](const std::string &file, bool goes_on) {
             return measure_mixes(file, mixes, goes_on, quick);
           }},
          {"instructions", quick ? "what some 600 forms take" : "what every form takes", files.instructions, true,
           [quick](const std::string &file, bool) { return measure_instructions(file, quick); }}};
}

std::optional<Error> moved(const std::string &from, const std::string &to) {
  std::error_code problem;
  fs::rename(from, to, problem);
  return problem ? std::optional(Error{"cannot be written: " + problem.message(), {to, 0, 0}}) : std::nullopt;
}

/// Measured anew; the file comes into being when it is complete.
std::optional<Error> run_step(const MeasuringStep &step, bool resume, bool goes_on) {
  const std::string unfinished = unfinished_name(step.file);
  if (!(resume && step.continues))
    fs::remove(unfinished);
  if (step.run(unfinished, goes_on) != success)
    return Error{"'osaca measure " + step.name + "' failed; what was measured before is kept, --resume goes on"};
  return moved(unfinished, step.file);
}

/// An earlier file that is not taken is not lost either.
void keep_earlier(const std::string &file) {
  std::error_code none;
  if (fs::exists(file, none))
    fs::rename(file, file + ".before", none);
}


std::optional<std::string> on_other_machine(const MeasuredMachine &machine, const MeasuredMachine &here) {
  if (machine.cpu == here.cpu && machine.llvm_cpu == here.llvm_cpu)
    return std::nullopt;
  return "it was measured on another machine (" + machine.cpu + ")";
}

} // namespace

MeasuredFiles part_files(const std::string &folder, bool quick) {
  return {folder + "/structure.yml", folder + "/ports.yml",
          folder + (quick ? "/instructions-quick.yml" : "/instructions.yml")};
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
  return read->forms.empty() ? std::optional<std::string>("there are no forms in it") : on_other_machine(read->machine, here);
}

Expected<MeasuredFiles> measure_parts(const StepOptions &options) {
  std::error_code problem;
  fs::create_directories(options.folder, problem);
  if (problem)
    return Error{"this folder cannot be made: " + problem.message(), {options.folder, 0, 0}};
  const MeasuredFiles files = part_files(options.folder, options.quick);
  const MeasuredMachine here = machine_facts();
  const std::vector<MeasuringStep> steps = steps_of(options.folder, files, options.quick);
  bool goes_on = options.resume;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const MeasuringStep &step = steps[i];
    const std::string place = "step " + std::to_string(i + 1) + " of " + std::to_string(steps.size() + 2) + ", " + step.name;
    if (options.resume && fs::exists(step.file)) {
      const auto reason = why_not_taken(step.file, here);
      if (!reason) {
        say(place + ": taken from " + step.file);
        continue;
      }
      say(place + ": " + step.file + " is not taken: " + *reason);
    }
    keep_earlier(step.file);
    say(place + ": " + step.about);
    if (const auto error = run_step(step, options.resume, goes_on))
      return *error;
    goes_on = false; // the machine may be another one than that of what is left
  }
  return files;
}

} // namespace osaca::measure::composer
