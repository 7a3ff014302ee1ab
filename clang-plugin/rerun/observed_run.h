// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Observes the loops in the compiler's own run, so that nothing is optimised and generated twice. This needs the lines
// that the user's debug information gives to instructions. The run is not changed: the passes only read, and the text
// of a function is written when the compiler has finished it.
#pragma once

#include "rerun/called_code.h"
#include "rerun/second_run.h"
#include "text/function_printer.h"

namespace osaca::clang_plugin {

class ObservedRun {
public:
  /// What the run is observed for. It is read from the syntax tree when the front end has finished.
  struct Subject {
    const LoopExtents *extents = nullptr; ///< nullptr: there is nothing to observe
    const ArrayPlaces *arrays = nullptr;
    std::function<bool(int)> is_wanted; ///< as in SecondRunOptions
  };

  /// Whether this compilation can be observed.
  [[nodiscard]] static bool is_possible(const clang::CompilerInstance &instance);

  /// Call before the compiler's own run. `subject` is called once, before the first pass. `report` may be nullptr. It
  /// is called when all code has been written, and returns the content of the section `.osaca` ("": no section).
  void watch(clang::CompilerInstance &instance, std::function<Subject()> subject, std::function<std::string()> report);

  /// What was observed; empty if the unit must be generated a second time. Ends the observation.
  [[nodiscard]] std::optional<SecondRun> take();

private:
  void begin(llvm::Module &module);
  void note_functions(llvm::Module &module);
  void note_symbols(const llvm::Module &module);
  [[nodiscard]] bool is_printed(const llvm::Function &function);

  clang::CompilerInstance *instance_ = nullptr;
  std::function<Subject()> get_subject_;
  std::function<std::string()> report_;
  Subject subject_;
  bool has_begun_ = false;
  bool locations_are_added_ = false; ///< the object does not contain them
  SecondRun run_;
  std::unique_ptr<IrLoops> loops_;
  std::unique_ptr<CalledCode> called_;
  std::unique_ptr<FunctionPrinter> printer_;
};

} // namespace osaca::clang_plugin
