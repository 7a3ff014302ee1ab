// What was measured: a folder with blocks.csv (machine code and its disassembly) and loops.csv with loops/NAME.s.
#pragma once

#include "base/expected.h"

#include <filesystem>
#include <string>
#include <vector>

namespace osaca::accuracy {

/// One measured piece of code.
struct Sample {
  std::string name;                      ///< unique in its set: "gzip:17" (the line in blocks.csv), "add.gcc12.O1"
  std::string source;                    ///< application or compiler
  double measured_cycles = 0;            ///< per execution or iteration, above zero
  std::vector<std::string> instructions; ///< AT&T syntax, without comments, labels and directives
  std::string hex;                       ///< blocks only
  std::filesystem::path file;            ///< loops only: absolute
};

struct Truth {
  std::vector<Sample> blocks;
  std::vector<Sample> loops;
};

/// Either table may be absent, not both.
[[nodiscard]] Expected<Truth> read_truth(const std::filesystem::path &folder);

/// "movl $1, %eax  # imm = 1; nop" -> two instructions.
[[nodiscard]] std::vector<std::string> instructions_of_column(const std::string &text);

/// The instructions between the markers of llvm-mca (without any: of the whole text).
[[nodiscard]] std::vector<std::string> instructions_of_file(const std::string &text);

} // namespace osaca::accuracy
