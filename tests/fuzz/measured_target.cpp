#include "measured_target.h"

#include "decode/decoder.h"
#include "measure/compose/composed_model.h"
#include "measure/counters/event_list.h"
#include "measure/counters/program_shares.h"
#include "measure/counters/recording.h"
#include "measure/ports/mixes_file.h"
#include "model/read/model_reader.h"
#include "promises.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace osaca::test {
namespace {

constexpr std::string_view border = "=====\n";

/// The next file of the input, which it leaves.
std::string_view next_file(std::string_view &input) {
  const std::size_t end = std::min(input.find(border), input.size());
  const std::string_view file = input.substr(0, end);
  input.remove_prefix(std::min(end + border.size(), input.size()));
  return file;
}

} // namespace

void measured(const std::string &input) {
  std::string_view rest = input;
  const auto structure = measure::compose::read_structure(next_file(rest), "structure.yml");
  const auto instructions = measure::read_measurements(next_file(rest), "instructions.yml");
  const auto ports = measure::compose::read_ports(next_file(rest), "ports.yml");
  if (!structure || !instructions || !ports)
    return;
  const auto made = measure::compose::compose_model({*structure, *ports, *instructions}, "mine");
  if (!made) {
    require(!made.error().message.empty(), "an error has a message");
    return;
  }
  static const std::vector<std::string> names = opcode_names(Isa::x86_64);
  ReadModelOptions options;
  options.opcode_names = [](Isa) { return std::span<const std::string>(names); };
  const ModelReading reading = read_model(made->yaml, "mine.yml", options);
  for (const Error &problem : reading.problems)
    require(false, ("a model that was made can be read, without " + problem.text()).c_str());
}

/// Every figure that was taken is one, and what is written of them is taken again.
void mixes(const std::string &input) {
  const std::vector<measure::FormUnderTest> forms = {
      {"ADD64rr", "general"}, {"IMUL64rr", "general"}, {"JCC_1 fused, not taken", "general"}};
  const auto empty = [] { return measure::MixLog([](const measure::Mix &) { return measure::MixFigure{}; }); };
  measure::MixLog log = empty();
  const auto taken = measure::read_mixes(input, "mixes.csv", forms, log);
  if (!taken)
    require(!taken.error().message.empty() && taken.error().where.line > 0, "an error has a message and a line");
  require(!taken || log.all().size() == *taken, "what is known was taken");
  for (const auto &[mix, figure] : log.all()) {
    require(!mix.empty() && measure::copies_in(mix) > 0, "a mix has copies");
    require(figure.is_reliable && std::isfinite(figure.cycles) && figure.cycles > 0, "a figure that counts is one");
  }
  measure::PortMap map;
  map.forms.resize(forms.size());
  measure::MixLog again = empty();
  require(static_cast<bool>(measure::read_mixes(measure::mixes_text(forms, log, &map), "again.csv", forms, again)),
          "what is written can be read");
  require(again.all().size() <= log.all().size(), "nothing is added by writing");
}

/// What was taken is written and taken again as it is, and all that is said of it can be shown.
void recording(const std::string &input) {
  const auto taken = measure::read_recording(input, "recording.yml");
  if (!taken) {
    require(!taken.error().message.empty(), "an error has a message");
    (void)measure::read_events(input, "events.yml");
    (void)measure::port_counters_of({"GenuineIntel", 6, 1}, input, "ports.yml");
    return;
  }
  const std::string written = measure::recording_text(*taken);
  const auto again = measure::read_recording(written, "again.yml");
  require(static_cast<bool>(again), "what is written can be read");
  require(measure::recording_text(*again) == written, "nothing is lost by writing");
  for (const char c : measure::counters_report(*taken))
    require(c == '\n' || (c >= 0x20 && c <= 0x7e), "what is shown can be shown");
}

void samples(const std::string &input) {
  const ProfileReading reading = read_perf_script(input);
  const auto lines = static_cast<std::size_t>(std::ranges::count(input, '\n')) + 1;
  require(reading.samples.size() + reading.lines_not_understood <= lines, "a line is one thing");
  for (const ProfileSample &sample : reading.samples)
    require(sample.period >= 0 && std::isfinite(sample.period) && !sample.symbol.empty() && !sample.event.empty(),
            "a sample is one");
  const measure::SampledProgram program =
      measure::sampled_program(reading.samples, {{"cycles", "cycles"}, {"task-clock", "pending"}});
  const std::vector<measure::RoledEvent> roles = {{"cycles", measure::StallRole::cycles},
                                                  {"pending", measure::StallRole::pending_misses}};
  for (const char c : measure::functions_text(program, roles))
    require(c == '\n' || (c >= 0x20 && c <= 0x7e), "what is shown can be shown");
}

} // namespace osaca::test
