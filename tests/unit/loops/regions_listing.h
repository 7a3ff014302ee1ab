// A toy assembler for tests of the region finder: one statement per line, no instruction set behind it.
//
//     name:            label ("fn name:" also begins a function)
//     # text           comment          .byte 1,2,3      data         .section name
//     jmp L / jcc L    branches         jmp *            indirect     ret   ud2   call f
//     setm N           moves N into the register of byte markers
//     anything else    an instruction; "x @7" comes from source line 7
#pragma once

#include "kernel/kernel.h"
#include "loops/statement.h"

#include <sstream>
#include <string>
#include <vector>

namespace osaca::testing {

inline Instruction toy_instruction(const std::string &text, int line) {
  std::istringstream words(text);
  Instruction made;
  std::string operand;
  words >> made.mnemonic >> operand;
  made.opcode = made.mnemonic;
  made.text = text;
  made.line = line;
  made.is_branch = made.mnemonic.starts_with("j");
  made.is_conditional = made.is_branch && made.mnemonic != "jmp";
  made.is_call = made.mnemonic == "call";
  made.is_return = made.mnemonic == "ret";
  if ((made.is_branch || made.is_call) && operand != "*")
    made.branch_target = operand;
  if (const auto at = text.find(" @"); at != std::string::npos)
    made.source = {"toy.c", std::stoi(text.substr(at + 2)), 0};
  if (made.mnemonic == "setm") {
    made.mnemonic = "mov";
    Operand target{RegisterOperand{Register{"ebx", RegisterKind::gpr, 32, {1}}}};
    target.written = true;
    made.operands = {target, Operand{ImmediateOperand{std::stoi(operand), ""}}};
  }
  return made;
}

inline ParsedUnit toy_unit(const std::string &listing) {
  ParsedUnit unit;
  std::istringstream lines(listing);
  std::string text;
  int function = -1;
  for (int line = 1; std::getline(lines, text); ++line) {
    text.erase(0, text.find_first_not_of(" \t"));
    if (text.empty())
      continue;
    AsmStatement statement;
    statement.line = line;
    if (text.starts_with("fn ")) {
      text.erase(0, 3);
      function = static_cast<int>(unit.functions.size());
      unit.functions.push_back(text.substr(0, text.find(':')));
    }
    statement.function = function;
    if (text.starts_with("# ")) {
      statement.kind = AsmStatementKind::marker_comment;
      statement.text = text.substr(2);
    } else if (text.starts_with(".byte ")) {
      statement.kind = AsmStatementKind::byte_data;
      std::istringstream values(text.substr(6));
      for (std::string value; std::getline(values, value, ',');)
        statement.bytes.push_back(static_cast<std::uint8_t>(std::stoi(value)));
    } else if (text.starts_with(".section ")) {
      statement.kind = AsmStatementKind::section;
      statement.text = text.substr(9);
    } else if (text.ends_with(":")) {
      statement.kind = AsmStatementKind::label;
      statement.text = text.substr(0, text.size() - 1);
    } else {
      statement.instruction = static_cast<int>(unit.instructions.size());
      unit.instructions.push_back(toy_instruction(text, line));
    }
    unit.statements.push_back(statement);
  }
  return unit;
}

/// The instructions of a kernel, "; " between them.
inline std::string body(const Kernel &kernel) {
  std::string text;
  for (const Instruction &instruction : kernel.instructions)
    text += (text.empty() ? "" : "; ") + instruction.text;
  return text;
}

} // namespace osaca::testing
