// Reads a user's model file. It may extend a shipped model, so this is part of osaca_model_tables.
#include "base/fingerprint.h"
#include "model/library/library.h"
#include "model/read/model_reader.h"

#include <fstream>
#include <sstream>

namespace osaca {

Expected<std::string> contents_of_model_file(const std::string &path, const std::string &what) {
  constexpr std::size_t max_bytes = 16u << 20;
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return Error{"cannot open " + what, {path}};
  std::string text(max_bytes + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (file.bad() || (file.fail() && !file.eof()))
    return Error{"cannot read " + what, {path}};
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

namespace {

Expected<MachineModel::Data> shipped_model(const std::string &name) {
  OSACA_TRY(MachineModel model, ModelLibrary::shipped().load(name));
  return model.data();
}

Expected<ModelReading> read_file(const std::string &path, ReadModelOptions options) {
  OSACA_TRY(std::string text, contents_of_model_file(path, "the model file"));
  options.base_model = shipped_model;
  options.users_own = true;
  ModelReading reading = read_model(text, path, options);
  if (reading.data)
    reading.data->figures_version =
        fingerprint_of((reading.data->base ? reading.data->base->figures_version : std::string()) + text).text();
  return reading;
}

} // namespace

Expected<MachineModel> load_model_file(const std::string &path) {
  OSACA_TRY(ModelReading reading, read_file(path, {}));
  if (reading.data)
    return MachineModel(std::move(reading).data.value());
  Error error = reading.problems.front();
  if (const std::size_t more = reading.problems.size() - 1; more > 0)
    error.message += " (and " + std::to_string(more) + " more; 'osaca models --check' shows them all)";
  return error;
}

Expected<MemoryOverlay> load_memory_overlay(const std::string &path) {
  OSACA_TRY(const std::string text, contents_of_model_file(path, "the memory description"));
  MemoryOverlayReading reading = read_memory_overlay(text, path);
  if (reading.overlay) {
    reading.overlay->figures_version = fingerprint_of(text).text();
    return *std::move(reading.overlay);
  }
  Error error = reading.problems.front();
  if (const std::size_t more = reading.problems.size() - 1; more > 0)
    error.message += " (and " + std::to_string(more) + " more)";
  return error;
}

std::vector<Error> check_model_file(const std::string &path,
                                    const std::function<std::span<const std::string>(Isa)> &opcode_names) {
  ReadModelOptions options;
  options.opcode_names = opcode_names;
  const Expected<ModelReading> reading = read_file(path, options);
  return reading ? reading->problems : std::vector<Error>{reading.error()};
}

} // namespace osaca
