// `osaca measure memory`: measures this machine's memory.
#include "base/format.h"
#include "measure/commands/commands.h"
#include "measure/file/locked_file.h"
#include "measure/file/measurement.h"
#include "measure/memory/memory_section.h"
#include "measure/memory/probe.h"

#include <algorithm>
#include <cstdio>
#include <iostream>

namespace osaca::measure {
namespace {

using memory::all_probes;
using memory::ProbeResult;

struct MemoryOptions {
  std::vector<std::string> only;
  std::string output;
  std::string overlay;
  bool list = false;
  bool quick = false;
};

/// Has no walks of its own; it uses the figures of the other probes.
constexpr memory::MemoryProbe composition = {"composition", "how the times of the levels combine", nullptr};

constexpr double usual_seconds = 170;
constexpr double quick_seconds = 40;

/// Shows progress.
class ShownMemoryBench : public memory::MemoryBench {
public:
  ShownMemoryBench(std::unique_ptr<MemoryBench> bench, const ProgressLine &progress)
      : bench_(std::move(bench)), progress_(progress) {}
  void begin(std::string_view probe) { probe_ = probe; }
  memory::WalkFigure time(const memory::Walk &walk) override {
    progress_.show(++walks_, "walks; now " + probe_);
    return bench_->time(walk);
  }
  [[nodiscard]] std::int64_t most_bytes() const override { return bench_->most_bytes(); }
  [[nodiscard]] bool has_time() const override { return bench_->has_time(); }

private:
  std::unique_ptr<MemoryBench> bench_;
  const ProgressLine &progress_;
  std::string probe_;
  std::size_t walks_ = 0;
};

std::string names_of_memory_probes() {
  std::string names;
  for (const memory::MemoryProbe &probe : all_probes())
    names += (names.empty() ? "" : ", ") + std::string(probe.name);
  return names;
}

std::string check_memory_probe(const std::string &name) {
  for (const memory::MemoryProbe &probe : all_probes())
    if (probe.name == name)
      return "";
  return format_text("unknown probe {}; the probes are {}", driver::in_quotes(name), names_of_memory_probes());
}

bool is_requested(const memory::MemoryProbe &probe, const MemoryOptions &options) {
  return options.only.empty() || std::ranges::find(options.only, probe.name) != options.only.end();
}

/// Other probes choose their walks by the sizes and latencies of the caches.
bool is_needed_by_others(const memory::MemoryProbe &probe) { return probe.name == "sizes" || probe.name == "latency"; }

int list_memory_probes() {
  for (const memory::MemoryProbe &probe : all_probes())
    std::printf("%-13s %s\n", std::string(probe.name).c_str(), std::string(probe.about).c_str());
  return success;
}

/// The outputs, locked before all the work.
struct MemoryOutputs {
  std::optional<LockedFile> findings;
  std::optional<LockedFile> overlay;
};

int has_failed(const Error &problem) {
  complain(problem);
  return unusable_input;
}

/// Replaces the whole file, so that a run that is ended leaves a readable one.
std::optional<Error> write_findings(std::optional<LockedFile> &file, const MeasuredMachine &facts,
                                    const std::vector<ProbeResult> &results) {
  return file ? file->rewrite(memory::findings_yaml(facts, results)) : std::nullopt;
}

/// Half of the free memory, so that the rest of the machine can continue.
memory::BenchSettings bench_settings(const memory::MachineMemory &machine, const MemoryOptions &options) {
  return {machine.available_bytes / 2, options.quick ? quick_seconds : usual_seconds, options.quick};
}

int probe_memory(const MemoryOptions &options, MemoryOutputs &outputs) {
  const memory::MachineMemory machine = memory::machine_memory();
  auto made = memory::make_memory_bench(bench_settings(machine, options));
  if (!made)
    return has_failed(made.error());
  if (!machine.cpus.empty())
    memory::stay_on(machine.cpus.front());
  const MeasuredMachine facts = machine_facts();
  std::vector<ProbeResult> results;
  memory::MemoryFigures figures;
  {
    const ProgressLine progress;
    ShownMemoryBench bench(std::move(made).value(), progress);
    for (const memory::MemoryProbe &probe : all_probes()) {
      if (!is_requested(probe, options) && !is_needed_by_others(probe))
        continue;
      bench.begin(probe.name);
      ProbeResult result = {&probe, probe.run({bench, machine, options.quick}, figures)};
      if (!is_requested(probe, options))
        continue;
      results.push_back(std::move(result));
      if (const auto problem = write_findings(outputs.findings, facts, results))
        return has_failed(*problem);
    }
  }
  const memory::FittedHierarchy fitted = memory::fitted_hierarchy(figures, memory::source_text_of(facts));
  if (!fitted.findings.empty())
    results.push_back({&composition, fitted.findings});
  std::cout << memory::findings_text(results);
  if (const auto problem = write_findings(outputs.findings, facts, results))
    return has_failed(*problem);
  if (!outputs.overlay)
    return success;
  if (!fitted.hierarchy) {
    complain("no memory section was written: figures of the probes sizes, latency and bandwidth are missing");
    return unusable_input;
  }
  const auto problem = outputs.overlay->rewrite(memory::overlay_yaml(facts, *fitted.hierarchy));
  return problem ? has_failed(*problem) : success;
}

constexpr const char *memory_description =
    "Measures the caches and the memory of this machine: sizes, latencies, bandwidths of one core and of all cores, "
    "address translation, parallel misses and prefetching (docs/measure/memory.md). It times walks through memory in "
    "user space and needs no hardware counters. Figures beyond the second-level cache are valid for this machine and "
    "this day. If a property cannot be determined, the reason is reported.";

constexpr const char *memory_footer =
    "\nExamples:\n"
    "  osaca measure memory                                      everything, in up to three minutes\n"
    "  osaca measure memory --quick                              fewer sizes and repetitions, in forty seconds\n"
    "  osaca measure memory -o findings.yml                      as YAML, with the curves\n"
    "  osaca measure memory --overlay here.yml; osaca --memory here.yml kernel.s";

void declare_memory(OptionSet &options, MemoryOptions &chosen) {
  options.texts = {"osaca measure memory", memory_description, memory_footer};
  options.list("--only", chosen.only, "run only these probes (see --list)")
      .called("NAME,...")
      .checked_by(check_memory_probe);
  options.flag("--list", chosen.list, "list the probes");
  options.flag("--quick", chosen.quick, "use fewer sizes and repetitions, and finish within forty seconds");
  options.option("--output,-o", chosen.output, "also write the findings to this file as YAML, after each probe")
      .called("FILE");
  options.option("--overlay", chosen.overlay, "write a memory section to this file, for 'osaca analyze --memory FILE'")
      .called("FILE");
}

int run_memory(MemoryOptions options) {
  if (options.list)
    return list_memory_probes();
  auto opened = open_outputs({"--output", options.output}, {"--overlay", options.overlay});
  if (!opened)
    return has_failed(opened.error());
  auto [findings, overlay] = *std::move(opened);
  MemoryOutputs outputs = {std::move(findings), std::move(overlay)};
  return probe_memory(options, outputs);
}

} // namespace

const driver::Command memory_command = driver::command<MemoryOptions, declare_memory, run_memory>(
    "memory", "sizes, latencies and bandwidths of this machine's caches and memory");

} // namespace osaca::measure
