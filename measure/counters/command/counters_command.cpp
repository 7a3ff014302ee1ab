// `osaca measure counters`: which events count what really happens.
#include "measure/commands/commands.h"
#include "measure/counters/counters_report.h"
#include "measure/counters/event_list.h"
#include "measure/counters/page_stress.h"
#include "measure/counters/perf_events.h"
#include "measure/counters/program_report.h"
#include "measure/counters/recording.h"
#include "measure/file/machine_facts.h"
#include "measure/tables/subject.h"
#include "measure/tables/table_output.h"

#include <cstdio>

namespace osaca::measure {
namespace {

struct CountersOptions {
  std::string recording;
  std::string events;
  std::string output;
  std::string run; ///< a command for the shell; empty: none
};

Expected<std::vector<CounterEvent>> events_to_try(const CountersOptions &options) {
  if (options.events.empty())
    return read_events(shipped_events(), "events.yml");
  const auto text = read_table(options.events);
  return text ? read_events(*text, options.events) : Expected<std::vector<CounterEvent>>(text.error());
}

Expected<CounterRecording> counted_here(const CountersOptions &options) {
  const auto events = events_to_try(options);
  if (!events)
    return events.error();
  PerfEvents source;
  const std::unique_ptr<Workload> idle = idle_workload();
  CountedMatrix counted = counted_matrix(source, *events, page_stress(), *idle);
  for (const auto &[event, fault] : counted.faults)
    complain(event + ": " + text_of(fault));
  if (counted.matrix.events.empty())
    return Error{"nothing can be counted here"};
  const MeasuredMachine machine = machine_facts();
  return CounterRecording{machine.cpu + ", " + machine.date, "osaca measure counters", std::move(counted.matrix), {}, {}};
}

Expected<CounterRecording> recorded(const std::string &path) {
  const auto text = read_table(path);
  return text ? read_recording(*text, path) : Expected<CounterRecording>(text.error());
}

/// Exit status: the program's own.
int run_under_counters(const CountersOptions &options, const CounterRecording &recording) {
  const auto events = events_to_try(options);
  if (!events) {
    complain(events.error());
    return unusable_input;
  }
  const std::vector<BelievedEvent> believed = believed_events(recording.matrix, *events);
  if (believed.empty()) {
    complain("none of the events can be believed, so the program was not run");
    return unusable_input;
  }
  std::vector<CounterEvent> wanted;
  for (const BelievedEvent &one : believed)
    wanted.push_back(one.event);
  const auto program = count_program(wanted, {"sh", "-c", options.run});
  if (!program) {
    complain(program.error());
    return unusable_input;
  }
  std::fprintf(stderr, "%s", program_report(believed, recording.matrix, *program).c_str());
  return program->exit_status;
}

int run_counters(CountersOptions options) {
  const auto recording = options.recording.empty() ? counted_here(options) : recorded(options.recording);
  if (!recording) {
    complain(recording.error());
    return unusable_input;
  }
  auto problem = !options.run.empty() ? std::nullopt : write_table("", counters_report(*recording));
  if (!problem && !options.output.empty())
    problem = write_table(options.output, recording_text(*recording));
  if (problem) {
    complain(*problem);
    return unusable_input;
  }
  return !options.run.empty() ? run_under_counters(options, *recording) : success;
}

constexpr const char *counters_description =
    "Finds out which events of counters count what really happens: each is held against workloads that stress one part of the "
    "machine and are known to do so (docs/measure-counters.md). Counts may come from a file instead of this machine.";

constexpr const char *counters_footer = "\nExamples:\n"
                                        "  osaca measure counters                          what can be told without the processor's counters\n"
                                        "  osaca measure counters --recording molka.yml    what was counted elsewhere\n"
                                        "  osaca measure counters --run 'sort words.txt' what a program does, by events that can be believed";

void declare_counters(OptionSet &options, CountersOptions &chosen) {
  options.texts = {"osaca measure counters", counters_description, counters_footer};
  options.option("--recording", chosen.recording, "take the counts from this file").called("FILE");
  options.option("--events", chosen.events, "the events to try (default: a list of the system's own)").called("FILE");
  options.option("--output,-o", chosen.output, "also write what was counted").called("FILE");
  options.option("--run", chosen.run, "count this, by the events that are accepted; the report goes to standard error").called("COMMAND");
}

} // namespace

const driver::Command counters_command =
    driver::command<CountersOptions, declare_counters, run_counters>("counters", "which events count what really happens");

} // namespace osaca::measure
