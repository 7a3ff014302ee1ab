// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops of assembly text, found from nothing but its labels and jumps: what the plugins say, they have from inside the
// compilers, and is held against this.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace osaca::conformance {

struct MachineInstruction {
  int line = 0;                      ///< in the text, from 1
  std::string text;                  ///< mnemonic, one blank, operands
  std::pair<std::string, int> place; ///< file without folders and line, from .loc; line 0: unknown
};

struct NaturalLoop {
  int header = 0;             ///< index of its first instruction
  std::set<int> instructions; ///< indices
  /// The instructions between the first one and each jump to it. If there are several such jumps, they may be those of
  /// a loop and of another one inside it.
  std::vector<std::set<int>> turns;
  bool innermost = true;
};

class MachineCode {
public:
  /// One function. `files`: names by number of .file; those in the text are added.
  MachineCode(const std::string &text, const std::string &isa, std::vector<std::string> files = {});

  [[nodiscard]] const std::vector<MachineInstruction> &instructions() const { return instructions_; }
  /// Whether a way leads to it from the function's beginning. No jump leads to exception handlers.
  [[nodiscard]] bool is_reachable(int index) const { return reachable_[index]; }
  [[nodiscard]] const std::vector<NaturalLoop> &loops() const { return loops_; }

private:
  void read(const std::string &text, const std::string &isa);
  void connect(const std::string &isa);
  [[nodiscard]] std::vector<int> handlers() const;
  void find_loops(const std::vector<int> &entries);
  [[nodiscard]] std::vector<bool> reached(const std::vector<int> &entries, int closed) const;

  std::vector<std::string> files_;
  std::vector<MachineInstruction> instructions_;
  std::vector<std::pair<std::string, int>> labels_; ///< name, index of the instruction behind it
  std::vector<std::string> in_tables_;              ///< labels whose addresses are data
  std::vector<std::vector<int>> next_;
  std::vector<bool> reachable_;
  std::vector<NaturalLoop> loops_;
};

/// The functions of a whole assembly file.
[[nodiscard]] std::vector<MachineCode> functions_of_unit(const std::string &assembly, const std::string &isa);

} // namespace osaca::conformance
