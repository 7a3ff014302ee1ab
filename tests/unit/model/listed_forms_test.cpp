// Forms that models list by name: each is one that machine code is read as.
#include "decode/code/instruction_forms.h"
#include "model/read/model_reader.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace osaca {
namespace {

namespace fs = std::filesystem;

/// Registers and numbers to try: some have an encoding of their own.
struct Choice {
  bool last_register = false;
  OperandChoice number = 1;
};

std::vector<OperandChoice> choices_of(const InstructionForm &form, const Choice &choice) {
  std::vector<OperandChoice> choices;
  for (const FormOperand &operand : form.operands) {
    const bool has_registers = operand.kind == FormOperand::Kind::reg && !operand.registers.empty();
    choices.push_back(!has_registers ? choice.number : choice.last_register ? operand.registers.back() : operand.registers.front());
  }
  return choices;
}

/// By opcode, whether machine code is ever read as it. What cannot be encoded with such operands is left out.
const std::map<std::string, bool> &read_as(Isa isa) {
  static std::map<Isa, std::map<std::string, bool>> all;
  std::map<std::string, bool> &known = all[isa];
  if (!known.empty())
    return known;
  InstructionEncoder encoder(isa);
  for (const InstructionForm &form : instruction_forms(isa)) {
    if (form.group != InstructionForm::Group::ordinary)
      continue;
    for (const Choice &choice : {Choice{false, 1}, Choice{true, 1}, Choice{true, 1000}, Choice{true, 0}})
      if (const auto encoded = encoder.encode(form, choices_of(form, choice))) {
        known.try_emplace(form.opcode, false);
        known[encoded->instruction.opcode] = true;
      }
  }
  return known;
}

std::string text_of(const fs::path &file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

std::map<std::string, fs::path> model_files() {
  std::map<std::string, fs::path> files;
  for (const char *folder : {"x86", "aarch64", "riscv"})
    for (const fs::directory_entry &entry : fs::directory_iterator(fs::path(OSACA_MODELS) / folder))
      files[entry.path().stem().string()] = entry.path();
  return files;
}

Expected<MachineModel::Data> model_named(const std::string &name) {
  ReadModelOptions options;
  options.base_model = model_named;
  ModelReading reading = read_model(text_of(model_files().at(name)), name, options);
  if (!reading.data)
    return reading.problems.front();
  return *std::move(reading.data);
}

TEST(ListedForms, AreThoseThatMachineCodeIsReadAs) {
  for (const auto &[name, path] : model_files()) {
    const Expected<MachineModel::Data> model = model_named(name);
    ASSERT_TRUE(model) << name << ": " << model.error().text();
    const std::map<std::string, bool> &forms = read_as(model->isa);
    for (const FormEntry &entry : model->forms)
      if (const auto form = forms.find(entry.opcode); form != forms.end())
        EXPECT_TRUE(form->second) << name << ": no instruction is read as " << entry.opcode;
  }
}

} // namespace
} // namespace osaca
