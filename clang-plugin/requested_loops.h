// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which loops of the source the user asked for, read from the syntax tree.
#pragma once

#include "loop_extents.h"
#include "pragma_recorder.h"

#include "arguments.h"
#include "loop_requests.h"

namespace osaca::clang_plugin {

struct AskedFor {
  LoopRequests loops;                         ///< by extent
  std::vector<std::string> unknown_functions; ///< of the user's, which the unit does not have
};

[[nodiscard]] AskedFor asked_for(const LoopExtents &extents, const RecordedPragmas &pragmas, const Arguments &arguments);

/// The loop's place, else the pragma's.
[[nodiscard]] clang::SourceLocation location_of(const LoopRequest &request, const LoopExtents &extents,
                                                const RecordedPragmas &pragmas);

} // namespace osaca::clang_plugin
