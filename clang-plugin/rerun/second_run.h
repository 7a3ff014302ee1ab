// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the compiler's IR generator, optimiser and code generator a second time, from the same syntax tree, with the
// same options, into memory. Everything about the loops is observed in this second run, so that the real run, which
// writes the object, is not affected.
#pragma once

#include "capture.h"
#include "front/event_log.h"
#include "ir/ir_loops.h"
#include "rerun/real_run.h"

namespace osaca::clang_plugin {

/// A message of the optimiser: what it did to a loop, or why it did not.
struct LoopRemark {
  DebugPlace place;
  std::string function; ///< symbol of the function that the optimiser processed
  std::string message;
};

struct SecondRun {
  std::string problem;  ///< "" on success
  std::string assembly; ///< verbose: with comments, and with line directives that contain indices into `places`
  std::vector<IrLoop> loops;
  std::vector<IrCall> calls;
  std::vector<IrBlock> blocks; ///< of loops and called functions; a block's index is the number in its name
  Symbols called;              ///< the functions that wanted loops call
  std::vector<InlinedPlace> places;
  std::vector<LoopRemark> remarks;
  std::vector<LoopRemark> refusals; ///< why loops were not vectorised; `place` is inside the loop
  std::map<std::string, capture::CompilerOptions> options; ///< per function, by symbol
  /// The symbols of each source function in this unit; a constructor has several.
  std::map<const clang::FunctionDecl *, std::vector<std::string>> symbols;
};

struct SecondRunOptions {
  std::string unit;                   ///< name of the main file
  std::function<bool(int)> is_wanted; ///< whether to analyse the source loop with this index in LoopExtents::all()
  const ArrayPlaces *arrays = nullptr;
  const RealRun *real = nullptr; ///< nullptr: the real run was not observed
  bool whole_unit = false;       ///< generate the whole unit, not only what the loops need
};

/// Notes the options of each function with code.
void note_options(const clang::CompilerInstance &instance, const llvm::Module &module, SecondRun &run);

[[nodiscard]] IrLoops::Functions functions_by_symbol(const SecondRun &run);

/// A crash during the second run is returned as a problem.
[[nodiscard]] SecondRun run_again(clang::CompilerInstance &instance, const EventLog &events, const LoopExtents &extents,
                                  const SecondRunOptions &options);

} // namespace osaca::clang_plugin
