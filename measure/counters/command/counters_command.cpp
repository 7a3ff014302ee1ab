// `osaca measure counters`: which events count what really happens.
#include "base/format.h"
#include "measure/commands/commands.h"
#include "measure/counters/command/machine_counts.h"
#include "measure/counters/counter_source.h"
#include "measure/counters/event_list.h"
#include "measure/counters/process_workload.h"
#include "measure/counters/program_events.h"
#include "measure/counters/recording.h"
#include "measure/file/locked_file.h"
#include "measure/tables/subject.h"

#include <cstdio>

namespace osaca::measure {
namespace {

struct CountersOptions {
  std::string recording;
  std::string events;
  std::string output;
  std::string run;        ///< a command for the shell; empty: none
  bool functions = false; ///< function by function, from samples
  std::string memory;
  std::vector<std::string> stresses;
};

Expected<std::vector<CounterEvent>> events_to_try(const CountersOptions &options) {
  if (options.events.empty())
    return read_events(shipped_events(), "events.yml", this_processor());
  const auto text = read_table(options.events);
  return text ? read_events(*text, options.events, this_processor())
              : Expected<std::vector<CounterEvent>>(text.error());
}

Expected<CounterRecording> recorded(const std::string &path) {
  const auto text = read_table(path);
  return text ? read_recording(*text, path) : Expected<CounterRecording>(text.error());
}

/// Also prints which events cannot be used.
Expected<ProgramEvents> events_to_use(const CountersOptions &options, const CounterRecording &recording) {
  OSACA_TRY(const auto events, events_to_try(options));
  PerfEvents source;
  const std::unique_ptr<Workload> idle = idle_workload();
  ProgramEvents chosen = program_events(recording, events, source, *idle);
  for (const std::string &one : chosen.left_out)
    complain(one);
  return chosen;
}

/// Runs the program once and adds its counts to the recording. Returns the program's own exit status.
Expected<int> run_under_counters(const CountersOptions &options, CounterRecording &recording) {
  OSACA_TRY(const ProgramEvents chosen, events_to_use(options, recording));
  if (chosen.wanted.empty())
    return Error{"no event was accepted, so the program was not run"};
  OSACA_TRY(const auto program, count_program(chosen.wanted, {"sh", "-c", options.run}));
  recording.programs.push_back(recorded_program(options.run, chosen.wanted, program));
  std::fprintf(stderr, "%s", program_report(chosen.parts, recording.matrix, program).c_str());
  if (!recording.roles.empty())
    std::fprintf(stderr, "  %s\n", shares_text(chosen.roles, recording.programs.back()).c_str());
  return program.exit_status;
}

/// The events with roles, in the order of the roles: the first one counts all cycles.
std::vector<CounterEvent> events_of_roles(const ProgramEvents &chosen) {
  std::vector<CounterEvent> found;
  for (const RoledEvent &one : chosen.roles)
    for (const CounterEvent &event : chosen.wanted)
      if (event.name == one.event)
        found.push_back(event);
  const bool has_cycles = !chosen.roles.empty() && chosen.roles.front().role == StallRole::cycles;
  return has_cycles ? found : std::vector<CounterEvent>{};
}

/// The same from samples, function by function.
Expected<int> run_under_samples(const CountersOptions &options, CounterRecording &recording) {
  OSACA_TRY(const ProgramEvents chosen, events_to_use(options, recording));
  const std::vector<CounterEvent> wanted = events_of_roles(chosen);
  if (wanted.empty())
    complain("no event that counts waiting for memory was accepted; the report shows only where time is spent, sampled "
             "by the system clock");
  OSACA_TRY(const auto run, sampled_run(options.run, wanted));
  if (run.lines_not_understood > 0)
    complain(format_text("{} lines of samples could not be read", run.lines_not_understood));
  const std::vector<RoledEvent> roles = wanted.empty() ? std::vector<RoledEvent>{} : chosen.roles;
  std::fprintf(stderr, "%s", functions_text(run.program, roles).c_str());
  if (!roles.empty())
    std::fprintf(stderr, "  whole program: %s\n", shares_text(roles, run.program.whole).c_str());
  recording.programs.push_back(run.program.whole);
  recording.programs.back().command = recorded_command(options.run);
  for (RecordedProgram &function : recorded_functions(run.program, options.run))
    recording.programs.push_back(std::move(function));
  return run.exit_status;
}

Expected<CounterRecording> counts_for(const CountersOptions &options) {
  if (!options.recording.empty())
    return recorded(options.recording);
  const auto events = events_to_try(options);
  return events ? counted_here({*events, options.stresses, options.memory})
                : Expected<CounterRecording>(events.error());
}

int cannot_go_on(const Error &problem) {
  complain(problem);
  return unusable_input;
}

int run_counters(CountersOptions options) {
  if (options.functions && options.run.empty())
    return cannot_go_on(Error{"--functions requires --run COMMAND"});
  auto opened = open_output(options.output == "-" ? "" : options.output); // before all the work
  if (!opened)
    return cannot_go_on(opened.error());
  std::optional<LockedFile> output = *std::move(opened);
  auto found = counts_for(options);
  if (!found)
    return cannot_go_on(found.error());
  CounterRecording recording = std::move(found).value();
  int status = success;
  if (options.run.empty()) {
    if (const auto problem = write_table("", counters_report(recording)))
      return cannot_go_on(*problem);
  } else {
    const auto ran = options.functions ? run_under_samples(options, recording) : run_under_counters(options, recording);
    if (!ran)
      return cannot_go_on(ran.error());
    status = *ran;
  }
  if (!options.output.empty()) {
    const std::string text = recording_text(recording);
    if (const auto problem = output ? output->rewrite(text) : write_table("-", text))
      return cannot_go_on(*problem);
  }
  return status;
}

std::string check_stress(const std::string &name) {
  std::string known;
  for (const std::string &one : all_stresses()) {
    if (one == name)
      return "";
    known += (known.empty() ? "" : ", ") + one;
  }
  return format_text("unknown workload {}; the workloads are {}", driver::in_quotes(name), known);
}

constexpr const char *counters_description =
    "Finds out which hardware events count what their names say. Each event is checked with workloads that stress one "
    "known part of the machine: fresh pages, reads and writes of each cache and of memory, and chains of loads "
    "(docs/measure/counters.md). Counts may come from a recording instead of this machine. With --run, a program is "
    "counted with the accepted events. The report shows what it moves, and how much of its time waits for the latency "
    "or the bandwidth of memory.";

constexpr const char *counters_footer =
    "\nExamples:\n"
    "  osaca measure counters                              check all events that can be counted here\n"
    "  osaca measure counters --recording molka.yml        use recorded counts instead of this machine\n"
    "  osaca measure counters --run 'sort words.txt'       measure a program with the accepted events\n"
    "  osaca measure counters --run ./solver --functions   show where its time goes, function by function";

void declare_counters(OptionSet &options, CountersOptions &chosen) {
  options.texts = {"osaca measure counters", counters_description, counters_footer};
  options.option("--recording", chosen.recording, "read the counts from this recording").called("FILE");
  options
      .option("--events", chosen.events,
              "the events to check (default: those of the operating system, and published lists for some processors)")
      .called("FILE");
  options.option("--output,-o", chosen.output, "also write a recording of all counts, including those of --run")
      .called("FILE");
  options
      .list("--stress", chosen.stresses,
            "run only these workloads: pages, L1, L2, L3, MEM (default: all that the events can count)")
      .called("NAME,...")
      .checked_by(check_stress);
  options.option("--memory", chosen.memory, "cache sizes of this machine, written by 'osaca measure memory --overlay'")
      .called("FILE");
  options
      .option("--run", chosen.run,
              "run this command and count it with the accepted events; the report goes to standard error")
      .called("COMMAND");
  options.flag("--functions", chosen.functions,
               "with --run: sample the program instead, and report the share of each function (requires perf)");
}

} // namespace

const driver::Command counters_command = driver::command<CountersOptions, declare_counters, run_counters>(
    "counters", "which hardware events count what their names say");

} // namespace osaca::measure
