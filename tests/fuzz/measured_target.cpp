#include "measured_target.h"

#include "decode/decoder.h"
#include "measure/model/compose.h"
#include "model/read/model_reader.h"
#include "promises.h"

#include <algorithm>
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
  const auto structure = measure::composer::read_structure(next_file(rest), "structure.yml");
  const auto instructions = measure::read_measurements(next_file(rest), "instructions.yml");
  const auto ports = measure::composer::read_ports(next_file(rest), "ports.yml");
  if (!structure || !instructions || !ports)
    return;
  const auto made = measure::composer::compose_model({*structure, *ports, *instructions}, "mine");
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

} // namespace osaca::test
