// `osaca measure structure`: the structure of the core, from timings alone.
#include "measure/commands/commands.h"
#include "measure/commands/repetition_options.h"
#include "measure/core_probes/model_comparison.h"
#include "measure/core_probes/probe.h"
#include "measure/core_probes/probe_finding.h"
#include "measure/file/locked_file.h"
#include "measure/file/measurement.h"
#include "measure/file/number_text.h"
#include "measure/tables/subject.h"

#include "base/format.h"
#include "base/printable.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>

namespace osaca::measure {
namespace {

using core_probes::all_probes;
using core_probes::Bench;
using core_probes::Probe;
using core_probes::ProbeFinding;

struct StructureOptions {
  std::vector<std::string> only;
  std::string output;
  std::string against;
  bool list = false;
  RepetitionPolicy repetition = {2, 0.1, 120};
};

/// Shows progress: a probe takes from a second to a minute.
class ShownBench : public Bench {
public:
  ShownBench(std::unique_ptr<Bench> bench, const ProgressLine &progress)
      : bench_(std::move(bench)), progress_(progress) {}
  void begin(std::string_view probe) {
    probe_ = probe;
    timings_ = 0;
  }
  Measurement time(const core_probes::ProbeCode &code) override {
    progress_.show(++timings_, "timings of the probe " + probe_);
    return bench_->time(code);
  }
  [[nodiscard]] double least_crowding() const override { return bench_->least_crowding(); }

private:
  std::unique_ptr<Bench> bench_;
  const ProgressLine &progress_;
  std::string probe_;
  std::size_t timings_ = 0;
};

std::string names_of_probes() {
  std::string names;
  for (const Probe &probe : all_probes())
    names += (names.empty() ? "" : ", ") + std::string(probe.name);
  return names;
}

std::string check_name(const std::string &name) {
  for (const Probe &probe : all_probes())
    if (probe.name == name)
      return "";
  return format_text("there is no probe {}; the probes are {}", driver::in_quotes(name), names_of_probes());
}

bool is_wanted(const Probe &probe, const StructureOptions &options) {
  return options.only.empty() || std::ranges::find(options.only, probe.name) != options.only.end();
}

int list_probes() {
  for (const Probe &probe : all_probes())
    std::printf("%-12s %s\n", std::string(probe.name).c_str(), std::string(probe.about).c_str());
  return success;
}

/// Whether anything can be timed on this machine. A few timings are made, so that the bench learns how a calm core
/// looks.
bool can_time(Bench &bench) {
  constexpr int attempts = 8;
  Measurement figure;
  for (int i = 0; i < attempts; ++i)
    figure = bench.time(core_probes::straight("nop"));
  if (figure.status == Status::ok || figure.status == Status::unstable)
    return true;
  complain(
      format_text("cannot measure on this machine ({}); measuring requires Linux on x86-64", name_of(figure.status)));
  return false;
}

/// Warns about another thread on the core. If it is there all the time, no timing shows it, since there is none to
/// compare with.
void warn_of_company() {
  constexpr double quiet = 0.7;
  double load = 0;
  if (::getloadavg(&load, 1) == 1 && load > quiet)
    complain(format_text("other programs are running (load {}); resources that threads of a core share may appear half "
                         "as large as they are",
                         decimal(load, 1)));
}

struct ProbeRun {
  const Probe *probe = nullptr;
  double crowding = 0; ///< the lowest so far when the probe began
  std::vector<ProbeFinding> found;
};

/// Runs each probe, and repeats those that ran before it was known how calm this core can be.
std::vector<ProbeRun> run_wanted(ShownBench &bench, const StructureOptions &options) {
  constexpr double calmer = 0.96;
  std::vector<ProbeRun> runs;
  for (const Probe &probe : all_probes())
    if (is_wanted(probe, options)) {
      bench.begin(probe.name);
      const double crowding = bench.least_crowding();
      runs.push_back({&probe, crowding, probe.run(bench)});
    }
  for (ProbeRun &run : runs)
    if (bench.least_crowding() < calmer * run.crowding) {
      bench.begin(run.probe->name);
      run.found = run.probe->run(bench);
    }
  return runs;
}

std::string yaml_of(const std::vector<ProbeRun> &runs) {
  std::string yaml = core_probes::head_yaml(machine_facts());
  for (const ProbeRun &run : runs)
    for (const ProbeFinding &finding : run.found)
      yaml += core_probes::finding_yaml(finding);
  return yaml;
}

void print(const std::vector<ProbeRun> &runs) {
  for (const ProbeRun &run : runs) {
    std::cout << run.probe->name << ": " << run.probe->about << "\n";
    for (const ProbeFinding &finding : run.found)
      std::cout << core_probes::finding_text(finding);
  }
}

int run_probes(const StructureOptions &options, const std::optional<MachineModel> &model) {
  auto opened = open_output(options.output); // before all the work
  if (!opened) {
    complain(opened.error());
    return unusable_input;
  }
  std::optional<LockedFile> output = *std::move(opened);
  auto made = core_probes::make_bench(options.repetition);
  if (!made) {
    complain(made.error());
    return unusable_input;
  }
  warn_of_company();
  std::vector<ProbeRun> runs;
  {
    const ProgressLine progress;
    ShownBench bench(std::move(made).value(), progress);
    if (!can_time(bench))
      return unusable_input;
    runs = run_wanted(bench, options);
  }
  if (!output)
    print(runs);
  else if (const auto problem = output->rewrite(yaml_of(runs))) {
    complain(*problem);
    return unusable_input;
  }
  std::vector<ProbeFinding> all;
  for (const ProbeRun &run : runs)
    all.insert(all.end(), run.found.begin(), run.found.end());
  if (model)
    std::cout << printable(core_probes::comparison_text(core_probes::compared(*model, all), model->name()));
  return success;
}

constexpr const char *structure_description =
    "Measures how this core is built: dispatch width, reorder buffer, schedulers, loads, store forwarding, memory "
    "renaming, eliminated moves, zero idioms, fusion, jumps and the op cache (docs/measure/structure.md). Times code "
    "in user space, without hardware counters. A property has no value if the timings do not show it clearly.";

constexpr const char *structure_footer =
    "\n"
    "Examples:\n"
    "  osaca measure structure --against zen4                    run all probes, and compare with a model\n"
    "  osaca measure structure --only dispatch,loads             run some probes, in a second\n"
    "  osaca measure structure --output core.yml                 write YAML, with the curves";

void declare_structure(OptionSet &options, StructureOptions &chosen) {
  options.texts = {"osaca measure structure", structure_description, structure_footer};
  options.list("--only", chosen.only, "run only these probes (see --list)").called("NAME,...").checked_by(check_name);
  options.flag("--list", chosen.list, "list the probes");
  options.option("--output,-o", chosen.output, "write YAML to this file (default: text to standard output)")
      .called("FILE");
  options.option("--against", chosen.against, "compare with this model (a name or a .yml file)").called("MODEL");
  add_repetition(options, chosen.repetition, "a figure");
}

int run_structure(StructureOptions options) {
  if (options.list)
    return list_probes();
  std::optional<MachineModel> model;
  if (!options.against.empty()) {
    Expected<MachineModel> opened = open_model(options.against, Isa::x86_64);
    if (!opened) {
      complain(opened.error());
      return unusable_input;
    }
    model = std::move(opened).value();
  }
  return run_probes(options, model);
}

} // namespace

const driver::Command structure_command = driver::command<StructureOptions, declare_structure, run_structure>(
    "structure", "the structure of the core: widths, buffer sizes, latencies, fusion, move elimination");

} // namespace osaca::measure
