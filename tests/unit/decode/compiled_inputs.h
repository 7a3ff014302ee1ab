// The files that the build made with the compilers at hand; see CMakeLists.txt.
#pragma once

#include "decode/decoder.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <variant>

namespace osaca::testing {

/// Empty: its compiler is not on this machine.
inline std::optional<std::string> compiled_input(const std::string &file) {
  std::ifstream in(std::string(OSACA_DECODE_INPUTS "/") + file, std::ios::binary);
  if (!in)
    return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(in), {});
}

inline DecodedInput decoded(const std::string &file, const std::string &text, const DecodeOptions &options = {}) {
  auto made = file.ends_with(".o") ? decode_object(text, file, options) : decode_assembly(text, file, options);
  if (!made) {
    ADD_FAILURE() << made.error().text();
    return {};
  }
  for (const Error &problem : made->problems)
    ADD_FAILURE() << problem.text();
  return *std::move(made);
}

/// Expects the same instruction. Names of labels and symbols, and the texts, are each reader's own.
inline void expect_same_instruction(const Instruction &a, const Instruction &b, bool same_symbols) {
  SCOPED_TRACE(a.text + "   |   " + b.text);
  EXPECT_EQ(a.opcode, b.opcode);
  EXPECT_TRUE(a.mnemonic == b.mnemonic || !same_symbols); // a disassembler may prefer another alias: b.ne, bne
  EXPECT_EQ(a.loads, b.loads);
  EXPECT_EQ(a.stores, b.stores);
  EXPECT_EQ(a.is_branch, b.is_branch);
  EXPECT_EQ(a.is_conditional, b.is_conditional);
  EXPECT_EQ(a.is_call, b.is_call);
  EXPECT_EQ(a.is_return, b.is_return);
  EXPECT_EQ(a.is_vector_packed, b.is_vector_packed);
  EXPECT_EQ(a.is_scalar_fp, b.is_scalar_fp);
  ASSERT_EQ(a.operands.size(), b.operands.size());
  for (std::size_t i = 0; i < a.operands.size(); ++i) {
    const Operand &x = a.operands[i];
    const Operand &y = b.operands[i];
    EXPECT_EQ(x.read, y.read) << i;
    EXPECT_EQ(x.written, y.written) << i;
    EXPECT_EQ(x.implicit, y.implicit) << i;
    EXPECT_EQ(x.address_update, y.address_update) << i;
    OperandValue value = x.value;
    const auto *other_memory = std::get_if<MemoryOperand>(&y.value);
    auto *memory = std::get_if<MemoryOperand>(&value);
    if (!same_symbols && memory != nullptr && other_memory != nullptr &&
        memory->symbol.empty() == other_memory->symbol.empty() && !memory->symbol.empty()) {
      memory->symbol = other_memory->symbol;
      memory->displacement = other_memory->displacement;
    }
    const auto is_name = [](const OperandValue &v) {
      const auto *immediate = std::get_if<ImmediateOperand>(&v);
      return std::holds_alternative<LabelOperand>(v) || (immediate != nullptr && !immediate->symbol.empty());
    };
    EXPECT_TRUE(value == y.value || (!same_symbols && is_name(value) && is_name(y.value))) << "operand " << i;
  }
}

} // namespace osaca::testing
