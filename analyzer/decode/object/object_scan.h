// A first look at an ELF file's code: which of its functions can hold a loop at all, and which belong together.
#pragma once

#include "decode/object/object_cutter.h"
#include "decode/object/object_file.h"
#include "decode/object/object_functions.h"

#include <cstdint>
#include <vector>

namespace osaca {

struct DirectCall {
  std::uint64_t from = 0; ///< address of the instruction
  CodeAddress to;
};

/// A function, or a stretch between functions that looks like one.
struct ScannedFunction {
  CodeRange range;
  std::uint32_t instruction_count = 0;
  std::uint64_t skipped_bytes = 0; ///< that are no instructions
  bool jumps_back = false;         ///< without a backward jump there is no loop
  bool jumps_anywhere = false;     ///< through a table or pointer
  bool has_marker = false;         ///< IACA's bytes
  std::vector<CodeAddress> jumps_out;
  std::vector<DirectCall> calls; ///< only where they were asked for
};

/// One function, or, of a range that is none, all that look like functions in it: they end where control cannot go on
/// and no jump so far leads further.
[[nodiscard]] std::vector<ScannedFunction> scan_range(const CodeRange &range, const ObjectCutter &cutter,
                                                      const LlvmTarget &target, std::size_t most_pieces,
                                                      ScanFor purpose);

/// Places in `functions`, ascending; the groups by their first. Together are those of which one jumps into the middle
/// of the other: the hot and the cold part of one function, and assembly code with a common tail.
[[nodiscard]] std::vector<std::vector<int>> related_functions(const std::vector<ScannedFunction> &functions,
                                                              const std::vector<CodeSection> &sections,
                                                              bool is_relocatable);

} // namespace osaca
