// What the readers (assembly text, objects, raw blocks) hand to the region finder: the input as one flat list of
// statements in input order. Nothing of LLVM is visible here.
//
// Only executable sections are listed. Debug and data sections, alignment padding and directives without meaning for
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

enum class StatementKind {
  instruction,    ///< `instruction` says which; one that could not be read has an empty opcode
  label,          ///< `text` is its name, spelled exactly as Instruction::branch_target spells it
  marker_comment, ///< a comment that holds "OSACA" or "LLVM-MCA"; `text` is the comment without its leader, trimmed
  byte_data,      ///< `bytes` emitted among the instructions (IACA's markers). Adjacent `.byte` lines are one statement
  section,        ///< another executable section begins or resumes (`text`: its name). Control does not fall through it
};

struct Statement {
  StatementKind kind = StatementKind::instruction;
  int line = 0; ///< of the input text; for objects a running number from 1
  std::string text;
  int instruction = -1;                              ///< index into ParsedUnit::instructions
  std::vector<std::uint8_t> bytes;                   ///< byte_data
  std::uint64_t address = 0;                         ///< in texts behind the last directive that aligns
  std::optional<std::uint64_t> address_modulus = {}; ///< see CodePlace; empty: nothing is known of the place
  int function = -1; ///< index into ParsedUnit::functions; -1: before any function label
};

using StatementIndex = Index<Statement>;

/// A whole input, read. Numeric local labels ("1:", "jne 1b") have been given unique names. In objects, every branch
/// target inside a function is a label statement: the symbol's name, or a made-up one ("L_1a40").
struct ParsedUnit {
  Isa isa = Isa::x86_64;
  std::vector<Instruction> instructions; ///< in input order
  Indexed<Statement> statements;         ///< in input order
  std::vector<std::string> functions;    ///< names, in order of appearance
  std::vector<Error> problems;           ///< lines that could not be read, each once
};

} // namespace osaca
