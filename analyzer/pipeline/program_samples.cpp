#include "osaca/program_samples.h"

#include "base/format.h"
#include "base/index.h"
#include "decode/object/object_file.h"
#include "profile/sampled_code.h"

#include <algorithm>
#include <exception>
#include <map>
#include <set>
#include <vector>

namespace osaca {
namespace {

constexpr double enough_to_matter = 0.01; ///< of all samples

using Samples = std::vector<const ProfileSample *>;
using Addresses = std::vector<std::optional<std::uint64_t>>;

double events_of(const Samples &samples) {
  double sum = 0;
  for (const ProfileSample *sample : samples)
    sum += sample->period;
  return sum;
}

/// "cycles:u" counts cycles.
std::string plain_event(const std::string &event) { return event.substr(0, event.find_first_of(":/")); }

std::string event_of_most(const ProfileReading &profile) {
  std::map<std::string, std::size_t> counts;
  for (const ProfileSample &sample : profile.samples)
    ++counts[sample.event];
  return std::ranges::max_element(counts, {}, [](const auto &count) { return count.second; })->first;
}

/// Whether the event counts nanoseconds.
bool counts_time(const std::string &event) {
  const std::string plain = plain_event(event);
  return plain == "cpu-clock" || plain == "task-clock";
}

/// Core cycles for each event; empty: unknown.
std::optional<double> cycles_per_event(const std::string &event, const SampleOptions &options) {
  const std::string plain = plain_event(event);
  if (plain == "cycles" || plain == "cpu-cycles" || plain == "cpu_core")
    return 1;
  return counts_time(event) ? options.clock_ghz : std::nullopt;
}

/// Names in brackets are not files: "[kernel.kallsyms]", "[vdso]".
bool is_file(const std::string &object) {
  return !object.empty() && object.front() != '[' && !object.starts_with("//anon");
}

class ProgramSampler {
public:
  ProgramSampler(const ProgramFiles &files, const SampleOptions &options, SampledPrograms &made)
      : files_(files), options_(options), made_(made) {}

  void add(const std::string &object, const Samples &samples, double all_events) {
    const double share = events_of(samples) / all_events;
    if (!is_file(object))
      return;
    if (const std::optional<Error> problem = read(object, samples, all_events); problem && share >= enough_to_matter)
      made_.unread.push_back({object, share, problem->message});
  }

private:
  std::optional<Error> read(const std::string &object, const Samples &samples, double all_events) {
    OSACA_TRY(const std::string bytes, files_(object));
    OSACA_TRY(const ProgramReader program, ProgramReader::open(bytes, object));
    const std::vector<ProgramFunction> functions = program.functions();
    const Addresses addresses = addresses_in_file(samples, functions);
    if (std::ranges::none_of(addresses, [](const auto &address) { return address.has_value(); }))
      return Error{"it has none of the symbols in its samples (another build, or stripped?)"};
    for (const ProgramFunction &function : functions)
      made_.functions.insert(function.names.begin(), function.names.end());
    OSACA_TRY(const ProgramCode code, program.code_of(sampled_functions(addresses, functions)));
    keep(code.loops, events_by_loop(samples, addresses, code.loops), samples, all_events);
    add_hot_functions(program, functions, code, events_by_function(samples, addresses, functions, code.loops),
                      all_events);
    return std::nullopt;
  }

  static std::vector<std::string> sampled_functions(const Addresses &addresses,
                                                    const std::vector<ProgramFunction> &functions) {
    const FunctionsByAddress by_address(functions);
    std::set<std::string> found;
    for (const std::optional<std::uint64_t> &address : addresses) {
      const std::optional<std::size_t> function = address ? by_address.find(*address) : std::nullopt;
      if (function && !functions[*function].names.empty())
        found.insert(functions[*function].names.front());
    }
    return {found.begin(), found.end()};
  }

  void add_hot_functions(const ProgramReader &program, const std::vector<ProgramFunction> &functions,
                         const ProgramCode &code, const std::vector<FunctionEvents> &events, double all_events) {
    const FunctionsByAddress by_address(functions);
    for (std::size_t f = 0; f < functions.size(); ++f) {
      const double share = events[f].outside_loops / all_events;
      if (share < enough_to_matter || functions[f].names.empty())
        continue;
      HotFunction hot{
          .function = functions[f].names.front(), .place = program.place_of(functions[f].begin), .share = share};
      hot.has_loops = std::ranges::any_of(code.loops, [&](const ProgramLoop &loop) {
        return !loop.addresses.empty() && by_address.find(loop.addresses.front()) == f;
      });
      name_caller(hot, f, by_address, program, functions, code, events);
      made_.hot_functions.push_back(std::move(hot));
    }
  }

  /// Selects the call in the function with the most samples, and of several calls there the first. Compilers duplicate
  /// calls, so places in the source are counted.
  static void name_caller(HotFunction &hot, std::size_t f, const FunctionsByAddress &by_address,
                          const ProgramReader &program, const std::vector<ProgramFunction> &functions,
                          const ProgramCode &code, const std::vector<FunctionEvents> &events) {
    double most_events = -1;
    std::set<std::string> places;
    for (const ProgramCall &call : code.calls) {
      const std::optional<std::size_t> caller = by_address.find(call.from);
      if (call.to != functions[f].begin || !caller || *caller == f || functions[*caller].names.empty())
        continue;
      const SourceLocation place = program.place_of(call.from);
      places.insert(place.known() ? format_text("{}:{}", place.file, place.line) : functions[*caller].names.front());
      if (events[*caller].all <= most_events)
        continue;
      most_events = events[*caller].all;
      hot.called_from = place;
      hot.caller = functions[*caller].names.front();
    }
    hot.other_calls = std::max(0, static_cast<int>(places.size()) - 1);
  }

  void keep(const std::vector<ProgramLoop> &loops, const std::vector<double> &events, const Samples &samples,
            double all_events) {
    const std::optional<double> cycles = cycles_per_event(samples.front()->event, options_);
    const int before = static_cast<int>(made_.loops.size());
    for (std::size_t l = 0; l < loops.size(); ++l) {
      SampledLoop loop{.function = loops[l].function,
                       .opcodes = loops[l].opcodes,
                       .lines = loops[l].lines,
                       .place = loops[l].place,
                       .share = events[l] / all_events};
      loop.outer = loops[l].outer < 0 ? -1 : loops[l].outer + before;
      if (cycles)
        loop.cycles = events[l] * *cycles;
      made_.loops.push_back(std::move(loop));
    }
  }

  const ProgramFiles &files_;
  const SampleOptions &options_;
  SampledPrograms &made_;
};

} // namespace

Expected<SampledPrograms> sampled_programs(const ProfileReading &profile, const std::string &name,
                                           const ProgramFiles &files, const SampleOptions &options) {
  if (profile.samples.empty())
    return Error{profile.lines_not_understood > 0 ? "no line is a sample in the format of 'perf script'"
                                                  : "the file contains no samples",
                 {name, 0, 0}};
  SampledPrograms made{.name = name, .event = event_of_most(profile)};
  made.same_run_as_profile = options.same_run_as_profile;
  std::map<std::string, Samples> by_object;
  Samples all;
  for (const ProfileSample &sample : profile.samples) {
    if (sample.event != made.event)
      continue;
    by_object[sample.object].push_back(&sample);
    all.push_back(&sample);
  }
  if (options.same_run_as_profile && !cycles_per_event(made.event, options))
    return Error{counts_time(made.event)
                     ? format_text("the samples count time ({}): --same-run requires --clock GHZ", made.event)
                     : format_text("--same-run requires samples of cycles or time, and these are of {}", made.event),
                 {name, 0, 0}};
  if (options.clock_ghz && !counts_time(made.event))
    return Error{format_text("the samples count {}, not time: leave out --clock", made.event), {name, 0, 0}};
  made.sample_count = all.size();
  const double all_events = events_of(all);
  if (!(all_events > 0))
    return Error{"the event counts of all samples are zero", {name, 0, 0}};
  try {
    ProgramSampler sampler(files, options, made);
    for (const auto &[object, samples] : by_object)
      sampler.add(object, samples, all_events);
  } catch (const std::exception &problem) {
    return Error{std::string("internal error: ") + problem.what(), {name, 0, 0}};
  }
  return made;
}

} // namespace osaca
