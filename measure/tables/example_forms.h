// An example instruction of every opcode, for questions that a model answers about instructions only.
#pragma once

#include "measure/isa/isa_description.h"
#include "measure/isa/operand_choice.h"

#include <map>
#include <memory>
#include <string>
#include <unordered_map>

namespace osaca::measure {

class ExampleForms {
public:
  explicit ExampleForms(Isa isa);
  ~ExampleForms();

  /// In LLVM's order; without pseudo instructions, jumps and prefixes.
  [[nodiscard]] const std::vector<std::string> &opcodes() const { return opcodes_; }
  [[nodiscard]] bool knows(const std::string &opcode) const { return forms_.contains(opcode); }
  [[nodiscard]] Isa isa() const { return isa_; }

  /// `made` may also say that there is no such instruction.
  [[nodiscard]] ShapeChoice shape(const std::string &opcode);

  /// The opcode that LLVM's disassembler has for the same machine code; `opcode` itself if it is that.
  [[nodiscard]] std::string main_name(const std::string &opcode);

  /// For registers by their LLVM name.
  [[nodiscard]] InstructionEncoder &encoder() { return encoder_; }

private:
  struct Pool;
  Isa isa_;
  InstructionEncoder encoder_;
  std::unique_ptr<Pool> usual_;
  std::unique_ptr<Pool> mmx_; ///< x86: with these registers
  std::vector<std::string> opcodes_;
  std::unordered_map<std::string, InstructionForm> forms_;
};

} // namespace osaca::measure
