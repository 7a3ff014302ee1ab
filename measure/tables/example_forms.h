// Opcodes and instructions: an example of every opcode, and the opcode of an instruction in assembly text.
#pragma once

#include "decode/block_reader.h"
#include "measure/file/measurement.h"
#include "measure/isa/isa_description.h"
#include "measure/isa/operand_choice.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

namespace osaca::measure {

// An example instruction of every opcode. It is needed because a model can state the cost of an instruction only, not
// that of an opcode.

class ExampleForms {
public:
  explicit ExampleForms(Isa isa);
  ~ExampleForms();

  /// In LLVM's order; without pseudo instructions, jumps and prefixes.
  [[nodiscard]] const std::vector<std::string> &opcodes() const { return opcodes_; }
  [[nodiscard]] bool knows(const std::string &opcode) const { return forms_.contains(opcode); }
  [[nodiscard]] Isa isa() const { return isa_; }

  /// The `made` of the result is an error if there is no such instruction.
  [[nodiscard]] ShapeChoice shape(const std::string &opcode);

  /// Used to find registers by their LLVM name.
  [[nodiscard]] InstructionEncoder &encoder() { return encoder_; }

private:
  struct Pool;
  Isa isa_;
  InstructionEncoder encoder_;
  std::unique_ptr<Pool> usual_;
  std::unique_ptr<Pool> mmx_; ///< on x86, with MMX registers
  std::vector<std::string> opcodes_;
  std::unordered_map<std::string, InstructionForm> forms_;
};

// Finds LLVM's opcode of an assembly text by assembling it and decoding the result.

class OpcodeFinder {
public:
  [[nodiscard]] static Expected<OpcodeFinder> create(Isa isa);

  /// `text` must be exactly one instruction; empty: the assembler rejects it.
  [[nodiscard]] std::optional<Instruction> find(const std::string &text, bool intel_syntax = false);

private:
  OpcodeFinder(Isa isa, BlockReader reader) : isa_(isa), reader_(std::move(reader)) {}
  Isa isa_;
  BlockReader reader_;
};

/// A record of the instruction, without figures.
[[nodiscard]] MeasuredForm record_of(const Instruction &instruction, Isa isa);

/// Adds one latency from all explicit register sources to the first explicit register result, for tables that have one
/// latency per instruction. `same_kind`: only from sources of the result's kind, since only these can form a chain.
void add_single_latency(MeasuredForm &form, double cycles, bool same_kind);

[[nodiscard]] MeasuredThroughput plain_throughput(double cycles);
[[nodiscard]] MeasuredLatency plain_latency(std::string from, std::string to, double cycles);

} // namespace osaca::measure
