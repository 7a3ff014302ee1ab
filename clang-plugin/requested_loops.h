// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which loops of the source the user asked for: by pragma, all of them, or those of a function.
#pragma once

#include "loop_extents.h"
#include "pragma_recorder.h"

#include "arguments.h"
#include "capture.h"

namespace osaca::clang_plugin {

struct RequestedLoop {
  clang::SourceLocation location; ///< the loop's, else the pragma's
  int extent = -1;
  capture::AnnotationKind kind = capture::AnnotationKind::pragma;
  bool is_repeated = false; ///< an earlier pragma already means this loop
  std::string expectations = {}; ///< what follows the pragma
};

class RequestedLoops {
public:
  RequestedLoops(const LoopExtents &extents, const RecordedPragmas &pragmas,
                 const Arguments &arguments);

  [[nodiscard]] const std::vector<RequestedLoop> &all() const { return loops_; }

  /// Functions of the user's that the unit does not have.
  [[nodiscard]] const std::vector<std::string> &unknown_functions() const { return unknown_functions_; }

  /// The index of the one that asks for this loop of the machine, or -1. `innermost`: of the machine code.
  [[nodiscard]] int for_loop(int extent, bool innermost);

  /// Whether loops of that extent may have to be found in the machine code.
  [[nodiscard]] bool wants(int extent) const { return all_ || by_extent_.count(extent) != 0; }

  /// The index of the annotated loop that holds this one in the source, or -1.
  [[nodiscard]] int around(int extent) const;

private:
  int request(int extent, capture::AnnotationKind kind);

  const LoopExtents &extents_;
  bool all_;
  std::vector<RequestedLoop> loops_;
  std::unordered_map<int, int> by_extent_;
  std::vector<std::string> unknown_functions_;
};

} // namespace osaca::clang_plugin
