// Functions of an object -> statements.
#pragma once

#include "decode/assembly/assembly_reader.h"
#include "decode/code/machine_code.h"
#include "decode/image/line_table.h"
#include "decode/object/object_scan.h"

#include <vector>

namespace osaca {

/// Some functions as one unit.
struct ReadObject {
  ReadUnit read;
  std::vector<CodeAddress> addresses; ///< by Instruction::number
  bool is_cut_off = false;            ///< too much code: what follows is missing
};

/// A function, and how many instructions of the file come before its own: they are numbered through the whole file.
struct NumberedFunction {
  const ScannedFunction *function = nullptr;
  std::uint64_t instructions_before = 0;
};

/// The file that they are in.
struct CodeOfFile {
  const LlvmTarget &target;
  const std::vector<CodeSection> &sections;
  const CodeSectionIndex &section_index;
  const std::unordered_map<std::uint64_t, std::string> &stubs; ///< ObjectImage::stubs
  bool is_relocatable = false;
};

/// `functions` in the order of the file. Control falls through from one to the next where they touch.
[[nodiscard]] ReadObject read_functions(const std::vector<NumberedFunction> &functions, const CodeOfFile &file,
                                        MachineCodeReader &reader);

/// Of one range of code.
constexpr std::size_t most_instructions_of_unit = 1'000'000;

} // namespace osaca
