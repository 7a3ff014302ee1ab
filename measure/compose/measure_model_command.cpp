// `osaca measure model`: measures everything about this core, composes a model, and verifies it.
#include "base/files.h"
#include "base/format.h"
#include "measure/commands/commands.h"
#include "measure/commands/repetition_options.h"
#include "measure/compose/commands.h"
#include "measure/compose/model_steps.h"
#include "measure/file/locked_file.h"
#include "measure/tables/commands.h"
#include "measure/tables/subject.h"
#include "measure/verification/verify.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <sched.h>
#include <set>

namespace osaca::measure {
namespace {

struct MeasureModelOptions {
  std::string output;
  std::string name = "mine";
  std::string verify;
  bool quick = false;
  bool resume = false;
  int cpu = -1;
  int samples = 0;
  double limit_minutes = 45;
};

constexpr const char *measure_model_description =
    "Measures a complete model of this core. Times the structure of the core, the ports and every instruction, "
    "composes the model, and verifies it with random code. Takes half an hour on one CPU of an idle machine, or 5 "
    "minutes with --quick. Keeps the measurements in the folder FILE.parts (docs/measure/models.md).";

constexpr const char *measure_model_footer =
    "\n"
    "Examples:\n"
    "  osaca measure model -o mine.yml                  measure everything\n"
    "  osaca measure model -o mine.yml --resume         continue an interrupted run\n"
    "  osaca measure model -o mine.yml --quick          measure the most frequent forms only\n"
    "  osaca measure model --verify mine.yml            check a model on this machine\n"
    "  osaca --arch ./mine.yml kernel.s                 use the model";

void declare_measure_model(OptionSet &options, MeasureModelOptions &chosen) {
  options.texts = {"osaca measure model", measure_model_description, measure_model_footer};
  options.option("--output,-o", chosen.output, "the model to write; its measurements go to FILE.parts").called("FILE");
  options.option("--name", chosen.name, "name of the new model: lower-case letters, digits and '-' (default: mine)")
      .called("NAME")
      .checked_by(check_model_name);
  options.flag("--quick", chosen.quick,
               "measure only the 500 most frequent forms, and those that the ports are inferred from");
  options.flag("--resume", chosen.resume, "continue an earlier run with its measurements");
  options.option("--verify", chosen.verify, "only verify this model (a name or a .yml file) with random code")
      .called("MODEL");
  options
      .option("--samples", chosen.samples,
              "pieces of random code in each of the nine groups (default: 60, or 25 with --quick)")
      .called("N")
      .within(1, 10000, true);
  options
      .option("--limit", chosen.limit_minutes,
              "time limit for everything; forms that are not reached have LLVM's figures (default: 45)")
      .called("MINUTES")
      .within(1, 10000, true);
  options.option("--cpu", chosen.cpu, "measure on this CPU (default: chosen by the system)")
      .called("N")
      .within(0, 4095, true);
}

bool pin_to(int cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<std::size_t>(cpu), &set);
  return ::sched_setaffinity(0, sizeof set, &set) == 0;
}

/// The frequent forms. `measured`: if not null, only forms with figures.
std::vector<verification::WeightedForm> forms_to_verify(const std::set<std::string> *measured) {
  std::vector<verification::WeightedForm> forms;
  for (const compose::FrequentForm &form : compose::frequent_forms())
    if (const std::string name(form.opcode); measured == nullptr || measured->contains(name))
      forms.push_back({name, form.per_100000});
  return forms;
}

int verify_model(const std::string &model, const std::set<std::string> *measured, int samples, const std::string &csv) {
  verification::VerifyOptions options;
  options.model = model.find('/') == std::string::npos && std::filesystem::exists(model) ? "./" + model : model;
  options.forms = forms_to_verify(measured);
  options.per_group = samples;
  Expected<verification::Verification> made = [&] {
    const ProgressLine progress;
    options.progress = [&progress](std::size_t done, std::size_t of) {
      progress.show(done, format_text("of {} pieces of random code", of));
    };
    return verification::verify(options);
  }();
  if (!made) {
    complain(made.error());
    return unusable_input;
  }
  std::printf("%s", verification::report_of(*made).c_str());
  std::fflush(stdout);
  if (csv.empty())
    return success;
  if (const auto error = write_table(csv, verification::csv_of(*made))) {
    complain(*error);
    return unusable_input;
  }
  return success;
}

/// The time that is left for measuring after the verification's share is subtracted.
double seconds_for_parts(const MeasureModelOptions &options) {
  constexpr double seconds_per_sample = 2.5; // one piece of code of each group
  return std::max(1.0, 60 * options.limit_minutes - seconds_per_sample * options.samples);
}

/// Locks the result files against other runs. The locked file stays empty; the model gets its name only when it is
/// complete.
Expected<LockedFile> lock_parts(const std::string &folder, const std::string &model) {
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  if (problem)
    return Error{"cannot be created: " + problem.message(), {folder, 0, 0}};
  auto lock = LockedFile::open(folder + "/lock");
  return lock ? std::move(lock) : Expected<LockedFile>(Error{lock.error().message, {model, 0, 0}});
}

int make_model(const MeasureModelOptions &options) {
  const std::string folder = options.output + ".parts";
  const auto lock = lock_parts(folder, options.output);
  if (!lock) {
    complain(lock.error());
    return unusable_input;
  }
  const auto files = compose::measure_parts({folder, options.quick, options.resume, seconds_for_parts(options)});
  if (!files) {
    complain(files.error());
    return unusable_input;
  }
  const int steps = compose::number_of_steps(options.quick);
  std::fprintf(stderr, "osaca: step %d of %d, composing the model\n", steps - 1, steps);
  const auto made = compose::compose_files(*files, options.name);
  if (!made) {
    complain(made.error());
    return unusable_input;
  }
  if (const auto error = write_file(options.output, made->model.yaml)) {
    complain(*error);
    return unusable_input;
  }
  compose::print_composed(made->model);
  std::set<std::string> names;
  for (const MeasuredForm &form : made->measured.instructions.forms)
    if (form.status == FormStatus::ok && !form.throughput.empty())
      names.insert(form.opcode);
  std::fprintf(stderr, "osaca: step %d of %d, verification\n", steps, steps);
  return verify_model(options.output, &names, options.samples, folder + "/verification.csv");
}

int run_measure_model(MeasureModelOptions options) {
  if (options.output.empty() == options.verify.empty()) {
    complain(options.output.empty() ? "pass --output FILE to measure a model, or --verify MODEL to verify one"
                                    : "--verify measures no model and cannot be combined with --output");
    return unusable_input;
  }
  if (options.cpu >= 0 && !pin_to(options.cpu)) {
    complain(format_text("CPU {} cannot be used", options.cpu));
    return unusable_input;
  }
  if (options.samples == 0)
    options.samples = options.quick ? 25 : 60;
  return options.verify.empty() ? make_model(options) : verify_model(options.verify, nullptr, options.samples, "");
}

} // namespace

const driver::Command measure_model_command =
    driver::command<MeasureModelOptions, declare_measure_model, run_measure_model>(
        "model", "a complete model of this core, measured and verified");

} // namespace osaca::measure
