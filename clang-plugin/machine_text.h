// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the second run's verbose assembly: the text of each function as the compiler writes it without comments being
// asked for more, the places of its instructions, and its loops as the code generator's own comments tell them.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace osaca::clang_plugin {

struct TextLoop {
  std::string header; ///< label without its dot, such as BB0_3
  int header_line = 0;
  int parent = -1;  ///< the loop around it, or -1
  int ir_loop = -1; ///< index of the optimiser's loop that it is, or -1
  bool innermost = true;
  bool works_itself = true;               ///< innermost, or no more lines in the loops inside than beside them
  std::vector<std::pair<int, int>> lines; ///< first and last, ascending, with those of the loops inside
};

struct TextInstruction {
  int line = 0;
  int place = -1;            ///< index into the second run's places
  bool begins_place = false; ///< the text tells the place anew: otherwise it may have none, and the one before holds on
  std::string address = {};  ///< that it comes to, without a displacement, as its text shows; "" none
};

/// A conditional branch that is the only one of its block. Blocks are the optimiser's, by the number in their names;
/// -1: not known.
struct TextBranch {
  int line = 0;
  int block = -1; ///< that it ends
  int target = -1;
  int other = -1; ///< where it goes if it is not taken
};

struct TextFunction {
  std::string name;
  std::string text; ///< lines count from 1
  std::vector<TextInstruction> instructions;
  std::vector<TextBranch> branches; ///< by line
  std::vector<TextLoop> loops;      ///< outer ones before those inside
};

/// `comment` is what starts one in this target's assembly.
[[nodiscard]] std::vector<TextFunction> read_machine_text(std::string_view assembly, std::string_view comment);

} // namespace osaca::clang_plugin
