// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the verbose assembly of the second run, in which the plugin compiles the unit again in memory
// (rerun/second_run.h). The results are the text of each function as the compiler writes it without extra comments, the
// places of its instructions, and its loops according to the code generator's comments.
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
  int parent = -1;  ///< the enclosing loop, or -1
  int ir_loop = -1; ///< index of the optimiser's loop that it comes from, or -1
  bool innermost = true;
  bool works_itself = true; ///< innermost, or at least as many instructions outside its inner loops as inside
  std::vector<std::pair<int, int>> lines; ///< first and last line of each range, ascending, including inner loops
};

struct TextInstruction {
  int line = 0;
  int place = -1;            ///< index into the second run's places
  bool begins_place = false; ///< the text states the place here; otherwise the previous place is still in effect, and
                             ///< the instruction may have none of its own
  std::string address = {};  ///< the address that it accesses, without a displacement, as in the text; "": none
};

/// Which side of a selection (`a ? b : c`) a block computes, if the code generator turned the selection into branches.
enum class Selected { none, if_true, if_false };

/// The information in the name of a block of the assembly.
struct BlockName {
  int block = -1;            ///< number of the optimiser's block that it is, or is a part of; -1: unknown
  bool is_rare_call = false; ///< calls the library for operands that the instruction cannot handle, such as the
                             ///< square root of a negative number
  Selected selected = Selected::none;
  bool is_rest = false; ///< part of the preceding block: a side of a selection, or the code after both sides
};

/// One of the two ways that control can go at a branch. Blocks without a branch that have a single successor are
/// skipped.
struct TextWay {
  int block = -1;                     ///< number of the optimiser's block that it leads to; -1: unknown
  int branch = -1;                    ///< index of the next branch on this way; -1: none, or several
  bool is_own = false;                ///< the next branch is a part of the same optimiser's block
  bool is_rare = false;               ///< it passes through a rare call
  Selected selected = Selected::none; ///< the side of a selection that it passes through
};

/// A conditional branch that is the only one in its block of the assembly.
struct TextBranch {
  int line = 0;
  int block = -1; ///< number of the optimiser's block that it is, or is a part of; -1: unknown
  TextWay taken;
  TextWay otherwise;
};

struct TextFunction {
  std::string name;
  std::string text; ///< lines count from 1
  std::vector<TextInstruction> instructions;
  std::vector<TextBranch> branches; ///< ordered by line
  std::vector<TextLoop> loops;      ///< outer loops before inner ones
};

/// `comment` starts a comment in this target's assembly.
[[nodiscard]] std::vector<TextFunction> read_machine_text(std::string_view assembly, std::string_view comment);

} // namespace osaca::clang_plugin
