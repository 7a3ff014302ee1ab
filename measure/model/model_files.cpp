#include "measure/model/model_files.h"

#include "measure/model/agreed_structure.h"
#include "measure/tables/subject.h"

namespace osaca::measure::composer {
namespace {

Expected<StructureFindings> read_structures(const std::vector<std::string> &paths) {
  std::vector<StructureFindings> runs;
  for (const std::string &path : paths) {
    const auto text = read_table(path);
    if (!text)
      return text.error();
    auto run = read_structure(*text, path);
    if (!run)
      return run.error();
    if (!runs.empty() && run->machine().cpu != runs.front().machine().cpu)
      return Error{"it is of another machine (" + run->machine().cpu + ") than " + paths.front(), {path, 0, 0}};
    runs.push_back(std::move(run).value());
  }
  return agreed_structure(runs);
}

} // namespace

Expected<CoreMeasurements> read_measured_files(const MeasuredFiles &files) {
  auto structure = read_structures(files.structures);
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
    if (text->starts_with("schema: osaca-structure-1\n")) {
      files.structures.push_back(path);
      continue;
    }
    std::string *place = text->starts_with("schema: osaca-ports-1\n")          ? &files.ports
                         : text->starts_with("schema: osaca-measurements-1\n") ? &files.instructions
                                                                               : nullptr;
    if (place == nullptr)
      return Error{"it is no file of 'osaca measure structure', 'ports' or 'instructions'", {path, 1, 0}};
    if (!place->empty())
      return Error{"there is another file of the same kind: " + *place, {path, 1, 0}};
    *place = path;
  }
  if (files.structures.empty() || files.ports.empty() || files.instructions.empty())
    return Error{std::string("a model needs three files; what is missing is that of 'osaca measure ") +
                 (files.structures.empty() ? "structure'"
                  : files.ports.empty()    ? "ports'"
                                           : "instructions'")};
  return files;
}

} // namespace osaca::measure::composer
