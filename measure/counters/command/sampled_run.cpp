#include "measure/counters/command/machine_counts.h"

#include "base/format.h"
#include "measure/counters/counter_source.h"
#include "measure/counters/event_list.h"
#include "measure/tables/subject.h"

#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <unistd.h>

namespace osaca::measure {
namespace {

constexpr const char *samples_per_second = "997"; // a prime, so not in step with periodic work of the program
constexpr const char *clock_of_system = "task-clock";

/// A temporary folder for files of another program; it is deleted with its contents.
class ScratchFolder {
public:
  ScratchFolder() {
    std::error_code problem;
    const std::filesystem::path temporary = std::filesystem::temp_directory_path(problem);
    std::string name = (problem ? std::filesystem::path("/tmp") : temporary) / "osaca-samples-XXXXXX";
    path_ = ::mkdtemp(name.data()) == nullptr ? "" : name;
  }
  ScratchFolder(const ScratchFolder &) = delete;
  ScratchFolder &operator=(const ScratchFolder &) = delete;
  ~ScratchFolder() {
    std::error_code ignored;
    if (!path_.empty())
      std::filesystem::remove_all(path_, ignored);
  }
  [[nodiscard]] bool is_there() const { return !path_.empty(); }
  [[nodiscard]] std::string file(const char *name) const { return format_text("{}/{}", path_, name); }

private:
  std::string path_;
};

/// The event's name in `perf` and in samples; empty: it has none.
std::string sampled_name(const CounterEvent &event) {
  if (event.type == hardware_event_type && event.config == 0)
    return "cycles";
  char code[20] = {};
  const auto [end, problem] = std::to_chars(std::begin(code), std::end(code), event.config, 16);
  return event.type == raw_event_type && problem == std::errc{} ? "r" + std::string(std::begin(code), end) : "";
}

std::vector<std::pair<std::string, std::string>> sampled_names(const std::vector<CounterEvent> &events) {
  std::vector<std::pair<std::string, std::string>> names;
  for (const CounterEvent &event : events)
    if (const std::string name = sampled_name(event); !name.empty())
      names.emplace_back(name, event.name);
  if (names.empty())
    names.emplace_back(clock_of_system, clock_of_system);
  return names;
}

std::string list_for_perf(const std::vector<std::pair<std::string, std::string>> &names) {
  std::string list;
  for (const auto &[name, ours] : names)
    list += format_text("{}{}:u", list.empty() ? "" : ",", name);
  return list;
}

} // namespace

Expected<SampledRun> sampled_run(const std::string &command, const std::vector<CounterEvent> &events) {
  const ScratchFolder folder;
  if (!folder.is_there())
    return Error{"cannot create a temporary folder for samples"};
  const std::string data = folder.file("samples");
  const std::string text_file = folder.file("text");
  const auto names = sampled_names(events);
  const auto ran = count_program({}, {"perf", "record", "-q", "-F", samples_per_second, "-e", list_for_perf(names),
                                      "-o", data, "--", "sh", "-c", command});
  if (!ran)
    return Error{"--functions requires the Linux program perf, which cannot be run", ran.error().where};
  if (!std::filesystem::exists(data))
    return Error{
        format_text("perf took no samples, and the program may not have run; the exit status is {}", ran->exit_status)};
  const auto shown =
      count_program({}, {"sh", "-c", "exec perf script -i \"$1\" -F event,period,ip,sym,dso > \"$2\" 2> /dev/null",
                         "sh", data, text_file});
  OSACA_TRY(const auto text,
            shown && shown->exit_status == 0
                ? read_table(text_file)
                : Expected<std::string>(Error{"'perf script' cannot read the samples of 'perf record'"}));
  const ProfileReading reading = read_perf_script(text);
  SampledRun made;
  made.exit_status = ran->exit_status;
  made.program = sampled_program(reading.samples, names);
  made.program.whole.command = command;
  made.lines_not_understood = reading.lines_not_understood;
  return made;
}

} // namespace osaca::measure
