// The input as a flat list of statements in input order. The readers (of assembly text, objects and raw blocks) produce
// this list, and the code that finds regions uses it. It does not depend on LLVM.
//
// Only executable sections are listed. Debug and data sections, alignment padding and directives that do not matter to
// the analysis are left out.
#pragma once

#include "base/expected.h"
#include "base/index.h"
#include "kernel/instruction.h"
#include "kernel/isa.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace osaca {

enum class AsmStatementKind {
  instruction,    ///< ParsedUnit::instructions[`instruction`]; an unreadable instruction has an empty opcode
  label,          ///< `text` is its name, spelled as in Instruction::branch_target
  marker_comment, ///< a comment that contains "OSACA" or "LLVM-MCA"; `text` is its trimmed text
  byte_data,      ///< `bytes` among the instructions (IACA's markers); adjacent `.byte` lines are one statement
  section,        ///< beginning or continuation of the section `text`; control does not fall through it
};

/// One entry of the list.
struct AsmStatement {
  AsmStatementKind kind = AsmStatementKind::instruction;
  int line = 0; ///< line of the input text; in objects, a running number from 1
  std::string text;
  int instruction = -1;            ///< index into ParsedUnit::instructions
  std::vector<std::uint8_t> bytes; ///< of byte_data
  std::uint64_t address = 0;       ///< in assembly text: the distance from the last alignment directive
  std::optional<std::uint64_t> address_modulus = {}; ///< see CodePlace; empty: the address is unknown
  int function = -1; ///< index into ParsedUnit::functions; -1: before any function label
};

using StatementIndex = Index<AsmStatement>;

/// A whole input. Numeric local labels ("1:", "jne 1b") have been given unique names. In objects, every branch target
/// inside a function is a label statement, named by its symbol or by a generated name ("L_1a40").
struct ParsedUnit {
  Isa isa = Isa::x86_64;
  std::vector<Instruction> instructions; ///< in input order
  Indexed<AsmStatement> statements;      ///< in input order
  std::vector<std::string> functions;    ///< names, in order of appearance
  StatementIndex callees_begin =
      {}; ///< the code from this statement on is analysed only if it is called; empty: there is no such code
  std::vector<Error> problems; ///< lines that could not be read, one error per line
};

} // namespace osaca
