#include "measure/counters/function_shares.h"

#include "measure/file/decimal.h"

#include <algorithm>
#include <map>

namespace osaca::measure {
namespace {

constexpr std::size_t most_shown = 25;
constexpr double least_shown = 0.005;     // of the time
constexpr std::size_t least_samples = 50; // for a statement about what a function's time is spent on
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
  return readable(sample.object.empty() ? sample.symbol : sample.symbol + " (" + without_folder(sample.object) + ")");
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

/// Where an event was sampled at all, a function without samples of it has none of it.
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
    add_count(made.whole, name, 0); // no sample is none of it
  std::map<std::string, FunctionCounts> functions;
  for (const ProfileSample &sample : samples) {
    const auto known = std::ranges::find_if(
        names, [event = without_modifiers(sample.event)](const auto &one) { return one.first == event; });
    if (known == names.end())
      continue;
    FunctionCounts &function = functions[function_name(sample)];
    add_count(made.whole, known->second, sample.period);
    add_count(function.counts, known->second, sample.period);
    const bool tells_time = known->second == made.time_event;
    function.samples += tells_time ? 1 : 0;
    made.samples += tells_time ? 1 : 0;
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
  std::string out =
      "Functions, by " + std::to_string(program.samples) + " samples of " + program.time_event + " in user space:\n";
  double shown = 0;
  for (std::size_t i = 0; i < program.functions.size() && is_shown(program, i); ++i) {
    const FunctionCounts &one = program.functions[i];
    const double share = count_of(one.counts, program.time_event) / all;
    shown += share;
    out += "  " + decimal(100 * share, 1) + " %  " + one.name;
    if (!roles.empty())
      out += one.samples >= least_samples ? ": " + shares_text(roles, one.counts)
                                          : ": too few samples to tell how it waits";
    out += "\n";
  }
  return 1 - shown < least_shown ? out : out + "  " + decimal(100 * (1 - shown), 1) + " %  others\n";
}

std::vector<RecordedProgram> recorded_functions(const SampledProgram &program, const std::string &command) {
  std::vector<RecordedProgram> made;
  for (std::size_t i = 0; i < program.functions.size() && is_shown(program, i); ++i) {
    made.push_back(program.functions[i].counts);
    made.back().command = readable(command + ": " + program.functions[i].name);
  }
  return made;
}

} // namespace osaca::measure
