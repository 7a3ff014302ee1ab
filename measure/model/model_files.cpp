#include "measure/model/model_files.h"

#include "measure/tables/subject.h"

namespace osaca::measure::composer {

Expected<CoreMeasurements> read_measured_files(const MeasuredFiles &files) {
  const auto structure_text = read_table(files.structure);
  if (!structure_text)
    return structure_text.error();
  auto structure = read_structure(*structure_text, files.structure);
  if (!structure)
    return structure.error();
  const auto ports_text = read_table(files.ports);
  if (!ports_text)
    return ports_text.error();
  auto ports = read_ports(*ports_text, files.ports);
  if (!ports)
    return ports.error();
  auto instructions = read_measurement_file(files.instructions);
  if (!instructions)
    return instructions.error();
  return CoreMeasurements{std::move(structure).value(), std::move(ports).value(), std::move(instructions).value()};
}

Expected<ModelOfFiles> compose_files(const MeasuredFiles &files, const std::string &name) {
  auto measured = read_measured_files(files);
  if (!measured)
    return measured.error();
  auto model = compose_model(*measured, name);
  if (!model)
    return model.error();
  return ModelOfFiles{std::move(measured).value(), std::move(model).value()};
}

Expected<MeasuredFiles> sorted_files(const std::vector<std::string> &paths) {
  MeasuredFiles files;
  for (const std::string &path : paths) {
    const auto text = read_table(path);
    if (!text)
      return text.error();
    std::string *place = text->starts_with("schema: osaca-structure-1\n")      ? &files.structure
                         : text->starts_with("schema: osaca-ports-1\n")        ? &files.ports
                         : text->starts_with("schema: osaca-measurements-1\n") ? &files.instructions
                                                                              : nullptr;
    if (place == nullptr)
      return Error{"it is no file of 'osaca measure structure', 'ports' or 'instructions'", {path, 1, 0}};
    if (!place->empty())
      return Error{"there is another file of the same kind: " + *place, {path, 1, 0}};
    *place = path;
  }
  if (files.structure.empty() || files.ports.empty() || files.instructions.empty())
    return Error{std::string("a model needs three files; what is missing is that of 'osaca measure ") +
                 (files.structure.empty() ? "structure'" : files.ports.empty() ? "ports'" : "instructions'")};
  return files;
}

} // namespace osaca::measure::composer
