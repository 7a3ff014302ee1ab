#include "measure/counters/program_shares.h"

#include "base/format.h"
#include "measure/file/number_text.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace osaca::measure {

namespace {

constexpr double cycles_slack = 0.10;
constexpr double hardly_any = 0.05; // of the cycles
constexpr double all_and_rounding = 1.05;

std::vector<const RecordedChase *> chases_of(const CounterRecording &recording, const std::string &event) {
  std::vector<const RecordedChase *> found;
  for (const RecordedChase &chase : recording.chases)
    if (chase.event == event && chase.counts.latency_cycles > 0)
      found.push_back(&chase);
  return found;
}

std::string in_level(const RecordedChase &chase) { return chase.level.empty() ? "" : " in " + chase.level; }

RoleVerdict refused(RoleVerdict made, std::string reason) {
  made.is_accepted = false;
  made.reason = std::move(reason);
  return made;
}

RoleVerdict judged_cycles(RoleVerdict made, const std::vector<const RecordedChase *> &chases) {
  for (const RecordedChase *chase : chases)
    if (std::abs(chase->counts.chase - chase->counts.latency_cycles) > cycles_slack * chase->counts.latency_cycles)
      return refused(std::move(made), "does not count the cycles of a load" + in_level(*chase));
  return made;
}

RoleVerdict judged_pending(RoleVerdict made, const std::vector<const RecordedChase *> &chases) {
  // The farthest level is the most significant.
  for (auto chase = chases.rbegin(); chase != chases.rend(); ++chase)
    if (const StallVerdict verdict = judged_in_level((*chase)->level, (*chase)->counts);
        verdict != StallVerdict::accepted)
      return refused(std::move(made), std::string(name_of(verdict)) + in_level(**chase));
  const bool is_behind_first = std::ranges::any_of(chases, [](const RecordedChase *one) { return one->level != "L1"; });
  return is_behind_first ? made : refused(std::move(made), "no chase beyond the first level was counted");
}

/// For a sweep with known cycles: the share that the event counts.
std::optional<double> share_of_cycles(const EventMatrix &matrix, std::size_t workload, const std::string &event) {
  const auto count = matrix.value(workload, single_event(event));
  const double cycles = matrix.workloads[workload].cycles;
  return count && cycles > 0 ? std::optional(*count / cycles) : std::nullopt;
}

RoleVerdict judged_buffer(RoleVerdict made, const std::vector<const RecordedChase *> &chases,
                          const EventMatrix &matrix) {
  for (const RecordedChase *chase : chases)
    if (chase->counts.chase > hardly_any * chase->counts.latency_cycles)
      return refused(std::move(made), "counts cycles in which one load waits for another" + in_level(*chase));
  double most = 0;
  bool is_tried = false;
  for (std::size_t i = 0; i < matrix.workloads.size(); ++i) {
    const StressWorkload &workload = matrix.workloads[i];
    const auto share = share_of_cycles(matrix, i, made.event);
    if (!share)
      continue;
    if (*share > all_and_rounding)
      return refused(std::move(made), format_text("counts more than all cycles in '{}'", workload.name));
    if (made.role == StallRole::store_buffer && workload.access == "read" && *share > hardly_any)
      return refused(std::move(made), format_text("counts although nothing is written, in '{}'", workload.name));
    is_tried = is_tried || workload.resource != "L1";
    most = std::max(most, *share);
  }
  if (!is_tried)
    return refused(std::move(made), "the cycles of all workloads beyond the first level are unknown");
  return most > hardly_any ? made : refused(std::move(made), "counts nothing");
}

} // namespace

std::vector<RoleVerdict> judged_roles(const CounterRecording &recording) {
  std::vector<RoleVerdict> all;
  for (const RoledEvent &one : recording.roles) {
    RoleVerdict made{one.role, one.event, true, "accepted"};
    const auto chases = chases_of(recording, one.event);
    if (chases.empty())
      all.push_back(refused(std::move(made), "no chase was counted"));
    else if (one.role == StallRole::cycles)
      all.push_back(judged_cycles(std::move(made), chases));
    else if (one.role == StallRole::pending_misses)
      all.push_back(judged_pending(std::move(made), chases));
    else
      all.push_back(judged_buffer(std::move(made), chases, recording.matrix));
  }
  return all;
}

namespace {

std::optional<double> cycles_in_role(const std::vector<RoledEvent> &events, const RecordedProgram &program,
                                     StallRole role) {
  for (const RoledEvent &event : events)
    for (const auto &[name, count] : program.counts)
      if (event.role == role && event.event == name)
        return count;
  return std::nullopt;
}

std::string percent(double share) { return decimal(100 * share, 1) + " %"; }

bool has_event_for(const std::vector<RoledEvent> &events, StallRole role) {
  return std::ranges::any_of(events, [role](const RoledEvent &one) { return one.role == role; });
}

/// Describes what is missing for any statement.
std::string missing_text(const std::vector<RoledEvent> &events) {
  for (const auto &[role, what] :
       {std::pair{StallRole::cycles, "cycles"}, std::pair{StallRole::pending_misses, "pending misses of L1"}})
    if (!has_event_for(events, role))
      return format_text("time waiting for memory is unknown: no event for {} was accepted", what);
  return "time waiting for memory is unknown: not all events for it were counted";
}

} // namespace

std::vector<RoledEvent> stall_events_of(const CounterRecording &recording) {
  std::vector<RoledEvent> made;
  const std::vector<RoleVerdict> verdicts = judged_roles(recording);
  for (const StallRole role : all_stall_roles) {
    const auto found =
        std::ranges::find_if(verdicts, [role](const RoleVerdict &one) { return one.role == role && one.is_accepted; });
    if (found != verdicts.end())
      made.push_back({found->event, role});
  }
  return made;
}

std::optional<ProgramShares> program_shares(const std::vector<RoledEvent> &events, const RecordedProgram &program) {
  const auto all = cycles_in_role(events, program, StallRole::cycles);
  const auto pending = cycles_in_role(events, program, StallRole::pending_misses);
  const auto stores = cycles_in_role(events, program, StallRole::store_buffer);
  const auto fill = cycles_in_role(events, program, StallRole::fill_buffers);
  const auto queue = cycles_in_role(events, program, StallRole::super_queue);
  if (!all || *all <= 0 || !pending)
    return std::nullopt;
  ProgramShares made;
  made.shares = taken_apart({*all, *pending, stores.value_or(0), fill.value_or(0), queue.value_or(0)});
  made.has_bandwidth = fill.has_value();
  made.has_queue = queue.has_value();
  made.has_stores = stores.has_value();
  return made;
}

std::string shares_text(const std::vector<RoledEvent> &events, const RecordedProgram &program) {
  const auto told = program_shares(events, program);
  if (!told)
    return missing_text(events);
  const StallShares &shares = told->shares;
  if (shares.is_contradictory)
    return "time waiting for memory is contradictory: waiting exceeds all cycles, or waiting for bandwidth exceeds "
           "waiting for memory";
  std::string text =
      format_text("{} productive, {} waiting for memory: ", percent(shares.productive), percent(shares.memory));
  if (told->has_bandwidth)
    text += format_text("{} for its bandwidth{}{} for its latency", percent(shares.bandwidth),
                        told->has_queue ? ", " : " (at least, because no event for a full L2 queue was accepted), ",
                        percent(shares.latency));
  else
    text += "not divided into bandwidth and latency, because no event for full miss buffers was accepted";
  return text + (told->has_stores ? "" : "; a lower bound, because no event for full store buffers was accepted");
}

namespace {

constexpr std::size_t most_shown = 25;
constexpr double least_shown = 0.005;     // of the time
constexpr std::size_t least_samples = 50; // for a statement about what limits a function
constexpr std::size_t longest_shown = 150;

std::string without_folder(const std::string &path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

std::string readable(std::string text) {
  for (char &c : text)
    c = c < 0x20 || c > 0x7e ? '?' : c;
  return text.size() <= longest_shown ? text : text.substr(0, longest_shown - 3) + "...";
}

std::string function_name(const ProfileSample &sample) {
  return readable(sample.object.empty() ? sample.symbol
                                        : format_text("{} ({})", sample.symbol, without_folder(sample.object)));
}

/// "cycles" of "cycles:u"
std::string without_modifiers(const std::string &event) { return event.substr(0, event.find(':')); }

void add_count(RecordedProgram &program, const std::string &event, double count) {
  const auto known = std::ranges::find_if(program.counts, [&](const auto &one) { return one.first == event; });
  if (known == program.counts.end())
    program.counts.emplace_back(event, count);
  else
    known->second += count;
}

double count_of(const RecordedProgram &program, const std::string &event) {
  for (const auto &[name, count] : program.counts)
    if (name == event)
      return count;
  return 0;
}

/// If an event was sampled at all, a function without samples of it has a count of zero.
void add_missing(RecordedProgram &function, const RecordedProgram &whole) {
  for (const auto &[event, count] : whole.counts)
    add_count(function, event, 0);
}

bool is_shown(const SampledProgram &program, std::size_t index) {
  const double all = count_of(program.whole, program.time_event);
  return index < most_shown && all > 0 &&
         count_of(program.functions[index].counts, program.time_event) >= least_shown * all;
}

} // namespace

SampledProgram sampled_program(const std::vector<ProfileSample> &samples,
                               const std::vector<std::pair<std::string, std::string>> &names) {
  SampledProgram made;
  made.time_event = names.empty() ? "" : names.front().second;
  for (const auto &[sampled, name] : names)
    add_count(made.whole, name, 0); // an event without samples has a count of zero
  std::map<std::string, FunctionCounts> functions;
  for (const ProfileSample &sample : samples) {
    const auto known = std::ranges::find_if(
        names, [event = without_modifiers(sample.event)](const auto &one) { return one.first == event; });
    if (known == names.end())
      continue;
    FunctionCounts &function = functions[function_name(sample)];
    add_count(made.whole, known->second, sample.period);
    add_count(function.counts, known->second, sample.period);
    const bool is_time_event = known->second == made.time_event;
    function.samples += is_time_event ? 1 : 0;
    made.samples += is_time_event ? 1 : 0;
  }
  for (auto &[name, function] : functions) {
    function.name = name;
    add_missing(function.counts, made.whole);
    made.functions.push_back(std::move(function));
  }
  std::ranges::stable_sort(made.functions, [&](const FunctionCounts &a, const FunctionCounts &b) {
    return count_of(a.counts, made.time_event) > count_of(b.counts, made.time_event);
  });
  return made;
}

std::string functions_text(const SampledProgram &program, const std::vector<RoledEvent> &roles) {
  const double all = count_of(program.whole, program.time_event);
  if (all <= 0)
    return "No sample was taken: the program may be too short.\n";
  std::string out = format_text("Functions, by {} samples of {} in user space:\n", program.samples, program.time_event);
  double shown = 0;
  for (std::size_t i = 0; i < program.functions.size() && is_shown(program, i); ++i) {
    const FunctionCounts &one = program.functions[i];
    const double share = count_of(one.counts, program.time_event) / all;
    shown += share;
    out += format_text("  {} %  {}", decimal(100 * share, 1), one.name);
    if (!roles.empty())
      out +=
          one.samples >= least_samples ? ": " + shares_text(roles, one.counts) : ": too few samples to divide its time";
    out += "\n";
  }
  return 1 - shown < least_shown ? out : format_text("{}  {} %  others\n", out, decimal(100 * (1 - shown), 1));
}

std::vector<RecordedProgram> recorded_functions(const SampledProgram &program, const std::string &command) {
  std::vector<RecordedProgram> made;
  for (std::size_t i = 0; i < program.functions.size() && is_shown(program, i); ++i) {
    made.push_back(program.functions[i].counts);
    made.back().command = readable(format_text("{}: {}", command, program.functions[i].name));
  }
  return made;
}

} // namespace osaca::measure
