#include "measure/tables/subject.h"

#include "base/files.h"
#include "base/format.h"
#include "base/name_matching.h"
#include "base/printable.h"
#include "driver/command_line/messages.h"
#include "measure/tables/form_figures.h"
#include "measure/tables/model_figures.h"
#include "model/library/library.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <iostream>

namespace osaca::measure {

namespace {

constexpr std::string_view first_line = "schema: osaca-measurements-1";

bool is_file_name(const std::string &name) {
  return name.find('/') != std::string::npos || name.ends_with(".yml") || name.ends_with(".yaml");
}

bool begins_like_measurements(const std::string &path) {
  std::error_code failed;
  if (!std::filesystem::is_regular_file(path, failed))
    return false;
  std::ifstream file(path, std::ios::binary);
  std::string start(first_line.size(), '\0');
  file.read(start.data(), static_cast<std::streamsize>(start.size()));
  return start == first_line;
}

} // namespace

Expected<std::string> read_table(const std::string &path, std::size_t most) {
  std::error_code failed;
  const bool is_stdin = path == "-";
  if (!is_stdin && std::filesystem::is_directory(path, failed))
    return Error{"is a folder, not a file", {path, 0, 0}};
  std::ifstream file;
  if (!is_stdin) {
    file.open(path, std::ios::binary);
    if (!file)
      return Error{"cannot be read; check the name", {path, 0, 0}};
  }
  std::istream &stream = is_stdin ? std::cin : file;
  std::string text;
  std::array<char, 1 << 16> block{};
  while (stream.read(block.data(), block.size()) || stream.gcount() > 0) {
    text.append(block.data(), static_cast<std::size_t>(stream.gcount()));
    if (text.size() > most)
      return Error{format_text("larger than {} MB, the limit for tables of instructions", most >> 20), {path, 0, 0}};
  }
  if (stream.bad())
    return Error{"could only be read in part", {path, 0, 0}};
  return text;
}

std::optional<Isa> isa_of_name(std::string_view name) {
  for (const Isa isa : {Isa::x86_64, Isa::aarch64, Isa::riscv64})
    if (name == name_of(isa))
      return isa;
  return std::nullopt;
}

Expected<MeasurementFile> read_measurement_file(const std::string &path) {
  OSACA_TRY(const std::string text, read_table(path));
  return read_measurements(text, path == "-" ? "<stdin>" : path);
}

Expected<MachineModel> open_model(const std::string &name) {
  if (is_file_name(name))
    return load_model_file(name);
  const ModelLibrary &library = ModelLibrary::shipped();
  const std::string canonical = library.canonical_name(name);
  if (canonical.empty())
    return Error{
        format_text("{} is not a model{} ('osaca models' lists the models; the name of a model file ends in .yml)",
                    driver::in_quotes(name), suggestion(name, library.names()))};
  return library.load(canonical);
}

Expected<MachineModel> open_model(const std::string &name, Isa isa) {
  Expected<MachineModel> model = open_model(name);
  if (model && model->data().isa != isa)
    return Error{driver::in_quotes(name) + " is a model for another instruction set"};
  return model;
}

Expected<Subject> Subject::open(const std::string &name) {
  if (!begins_like_measurements(name)) {
    OSACA_TRY(MachineModel model, open_model(name));
    Subject made(name, model.data().isa);
    made.model_ = std::move(model);
    return made;
  }
  OSACA_TRY(const MeasurementFile file, read_measurement_file(name));
  const std::optional<Isa> isa = isa_of_name(file.machine.isa);
  if (!isa)
    return Error{format_text("the machine has the unknown isa {}; expected x86-64, aarch64 or riscv64",
                             driver::in_quotes(file.machine.isa)),
                 {name, 0, 0}};
  Subject made(name, *isa);
  for (const MeasuredForm &form : file.forms) {
    if (!form.same_as.empty())
      made.same_as_.emplace(form.opcode, form.same_as);
    FormFigures figures = figures_of(form);
    if (form.status != FormStatus::ok || (!figures.throughput && figures.latencies.empty()))
      continue;
    if (made.measured_.insert_or_assign(form.opcode, std::move(figures)).second)
      made.opcodes_.push_back(form.opcode);
  }
  return made;
}

std::optional<FormFigures> Subject::figures(const std::string &opcode, ExampleForms &examples) const {
  if (model_) {
    const Expected<FormShape> shape = examples.shape(opcode).made;
    return shape ? modelled_figures(*model_, *shape) : std::nullopt;
  }
  auto found = measured_.find(opcode);
  if (found == measured_.end())
    if (const auto other = same_as_.find(opcode); other != same_as_.end())
      found = measured_.find(other->second);
  return found == measured_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<Error> write_table(const std::string &path, const std::string &text) {
  if (path.empty() || path == "-") {
    std::cout << printable(text) << std::flush;
    return std::cout ? std::nullopt : std::optional(Error{"cannot be written", {"<stdout>", 0, 0}});
  }
  return write_file(path, text) ? std::optional(Error{"cannot be written", {path, 0, 0}}) : std::nullopt;
}

} // namespace osaca::measure
