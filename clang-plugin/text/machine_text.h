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

/// Which side of a selection (`a ? b : c`) a block computes that the code generator made of it.
enum class Selected { none, if_true, if_false };

/// What the name of a block of the assembly tells.
struct BlockName {
  int block = -1;            ///< the number of the optimiser's block that it is, or is a part of; -1: not known
  bool is_rare_call = false; ///< the library's function is called for what the instruction cannot do (a negative root)
  Selected selected = Selected::none;
  bool is_rest = false; ///< part of the block that leads to it: a side of a selection, or what comes behind both
};

/// One of the two ways that a branch goes. Blocks without a branch that only lead on are passed over.
struct TextWay {
  int block = -1;                     ///< the optimiser's block that it leads to, by its number; -1: not known
  int branch = -1;                    ///< index of the branch that this ends in; -1: in none, or several
  bool is_own = false;                ///< it stays in the block that the branch is a part of
  bool is_rare = false;               ///< through a rare call
  Selected selected = Selected::none; ///< through a side of a selection
};

/// A conditional branch that is the only one of its block of the assembly.
struct TextBranch {
  int line = 0;
  int block = -1; ///< the number of the optimiser's block that it is, or is a part of; -1: not known
  TextWay taken;
  TextWay otherwise;
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
