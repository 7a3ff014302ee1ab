// What `osaca model` reads and writes: models and measurement files, opened by the name that a user gives.
#pragma once

#include "base/expected.h"
#include "measure/file/measurement_file.h"
#include "measure/tables/example_forms.h"
#include "measure/tables/form_figures.h"
#include "model/machine_model.h"

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <variant>

namespace osaca::measure {

/// Reads a file of at most `most` bytes; "-" is standard input.
constexpr std::size_t largest_table = std::size_t{256} << 20;
[[nodiscard]] Expected<std::string> read_table(const std::string &path, std::size_t most = largest_table);

[[nodiscard]] Expected<MeasurementFile> read_measurement_file(const std::string &path);

/// "x86-64" -> Isa::x86_64
[[nodiscard]] std::optional<Isa> isa_of_name(std::string_view name);

/// Opens a shipped model by its name or alias, or a model file.
[[nodiscard]] Expected<MachineModel> open_model(const std::string &name);
/// As above, but an error also if the model is of another instruction set than `isa`.
[[nodiscard]] Expected<MachineModel> open_model(const std::string &name, Isa isa);

/// What `osaca model diff` compares: a model or a measurement file.
class Subject {
public:
  /// Opens a measurement file if `name` is a file that begins like one; otherwise `name` is the name of a model.
  [[nodiscard]] static Expected<Subject> open(const std::string &name);

  [[nodiscard]] Isa isa() const { return isa_; }
  [[nodiscard]] const std::string &name() const { return name_; }
  /// For a measurement file, the opcodes with figures. Empty for a model: call figures() for each opcode instead.
  [[nodiscard]] const std::vector<std::string> &opcodes() const { return opcodes_; }
  [[nodiscard]] std::optional<FormFigures> figures(const std::string &opcode, ExampleForms &examples) const;

private:
  Subject(std::string name, Isa isa) : name_(std::move(name)), isa_(isa) {}

  std::string name_;
  Isa isa_;
  std::optional<MachineModel> model_;
  std::vector<std::string> opcodes_;
  std::unordered_map<std::string, FormFigures> measured_;
  std::unordered_map<std::string, std::string> same_as_;
};

/// Writes a table; returns an error if that fails. "" and "-" are standard output.
[[nodiscard]] std::optional<Error> write_table(const std::string &path, const std::string &text);

} // namespace osaca::measure
