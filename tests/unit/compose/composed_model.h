// Models composed of made-up files, read back.
#pragma once

#include "made_up_files.h"

#include "decode/decoder.h"
#include "measure/compose/composed_model.h"
#include "measure/tables/example_forms.h"
#include "model/read/model_reader.h"

#include <gtest/gtest.h>

namespace osaca::measure::compose {

inline CoreMeasurements measurements(const std::string &more_forms = "", const std::string &more_findings = "") {
  auto structure = read_structure(structure_text() + more_findings, "s.yml");
  auto ports = read_ports(ports_text(), "p.yml");
  auto instructions = read_measurements(instructions_text(more_forms), "i.yml");
  EXPECT_TRUE(structure && ports && instructions);
  return {*structure, *ports, *instructions};
}

/// As `--arch FILE` reads it: the format's own rules are the judge.
inline MachineModel read_back(const std::string &yaml) {
  static const std::vector<std::string> names = opcode_names(Isa::x86_64);
  ReadModelOptions options;
  options.opcode_names = [](Isa) { return std::span<const std::string>(names); };
  ModelReading reading = read_model(yaml, "mine.yml", options);
  for (const Error &problem : reading.problems)
    ADD_FAILURE() << problem.text() << "\n" << yaml.substr(0, 4000);
  return MachineModel(reading.data ? *reading.data : MachineModel::Data{});
}

inline MachineModel composed(const CoreMeasurements &measured) {
  const auto made = compose_model(measured, "mine");
  EXPECT_TRUE(made) << (made ? "" : made.error().text());
  return read_back(made ? made->yaml : "");
}

inline Cost cost_in(const MachineModel &model, const std::string &opcode) {
  ExampleForms examples(Isa::x86_64);
  const auto shape = examples.shape(opcode);
  EXPECT_TRUE(shape.made);
  constexpr int no_compiler = -1;
  const auto cost = cost_of(model, shape.made->example.instruction, no_compiler);
  EXPECT_TRUE(cost) << opcode;
  return cost.value_or(Cost{});
}

} // namespace osaca::measure::compose
