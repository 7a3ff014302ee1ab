// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The compiler's own generator, optimiser and code generator, run a second time beside the real run, from the same
// syntax tree with the same options, into memory. What is learnt about the loops is learnt there: the real run is never
// touched.
#pragma once

#include "capture.h"
#include "front/event_log.h"
#include "ir/ir_loops.h"
#include "rerun/real_run.h"

namespace osaca::clang_plugin {

/// What the optimiser says that it did to a loop, or why it did not.
struct LoopRemark {
  DebugPlace place;
  std::string function; ///< symbol of the function that it did it in
  std::string message;
};

struct SecondRun {
  std::string problem;  ///< "" if it went well
  std::string assembly; ///< verbose: with comments, and line directives that hold indices into `places`
  std::vector<IrLoop> loops;
  std::vector<IrCall> calls;
  std::vector<IrBlock> blocks; ///< of loops, by the numbers in their names
  std::vector<InlinedPlace> places;
  std::vector<LoopRemark> remarks;
  std::vector<LoopRemark> refusals;                ///< of the vectoriser, in its order: `place` lies in the loop
  std::map<std::string, capture::Options> options; ///< of functions, by symbol
  /// The symbols that each function of the source became, in this unit; constructors become several.
  std::map<const clang::FunctionDecl *, std::vector<std::string>> symbols;
};

struct SecondRunOptions {
  std::string unit;                   ///< name of the main file
  std::function<bool(int)> is_wanted; ///< whether the loops of an extent are to be analysed
  const ArrayPlaces *arrays = nullptr;
  const RealRun *real = nullptr; ///< nullptr: it was not seen
  bool whole_unit = false;       ///< generate everything, not only what the loops need
};

/// A crash in there becomes a problem like any other.
[[nodiscard]] SecondRun run_again(clang::CompilerInstance &instance, const EventLog &events, const LoopExtents &extents,
                                  const SecondRunOptions &options);

} // namespace osaca::clang_plugin
