// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts the instructions that are left of each annotated source loop in the machine code. If the machine code has no
// such loop any more, these instructions show what became of it.
#pragma once

#include "front/pragma_recorder.h"
#include "loop_fate.h"
#include "rerun/second_run.h"
#include "text/machine_text.h"

namespace osaca::clang_plugin {

class RemainsOfLoops {
public:
  RemainsOfLoops(const LoopExtents &extents, const SecondRun &run);

  /// Adds the machine code of one function.
  void add(const TextFunction &function);

  /// Adds a machine loop of the source loop; `symbol` is the function of the source that contains it.
  void add_loop(int extent, const std::string &symbol, const std::string &emitted_function);

  [[nodiscard]] vanish::Fate fate_of(int extent) const;

  /// The same for annotated statements that are no loops.
  void add_loop_of_statement(int statement, const std::string &symbol, const std::string &emitted_function);
  /// Some of its loops have pragmas of their own.
  void note_pragmas_of_loops(int statement) { with_pragmas_.insert(statement); }
  [[nodiscard]] vanish::Fate fate_of_statement(int statement) const;

  /// The name that a symbol stands for.
  [[nodiscard]] std::string readable(const std::string &symbol) const;

private:
  struct Left {
    bool has_loop = false;
    bool has_inlined = false; ///< of a statement: also code of functions that were inlined
    vanish::Remains remains;
  };
  /// Source loop, or -1 minus the number of a statement; symbol of the source function, symbol of the emitted function.
  using Key = std::tuple<int, std::string, std::string>;

  [[nodiscard]] std::string compiler_remark(int extent, const std::vector<std::string> &symbols) const;
  [[nodiscard]] bool begin_in_one_file(int extent, int other) const;
  void add_instruction(const TextFunction &function, int place, int inside_loop);
  void add_to_statement(const TextFunction &function, int place, int inside_loop);
  void add_instances(const std::vector<const clang::FunctionDecl *> &instances, int extent, vanish::Fate &fate) const;

  const LoopExtents &extents_;
  const SecondRun &run_;
  std::map<Key, Left> left_;
  std::set<int> with_pragmas_; ///< statements
  std::set<std::string> written_;
  std::map<std::string, const clang::FunctionDecl *> by_symbol_;
  std::vector<std::vector<std::string>> callees_; ///< by place
};

} // namespace osaca::clang_plugin
