// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which loops of the source the user asked for, read from the syntax tree.
#pragma once

#include "loop_extents.h"
#include "pragma_recorder.h"

#include "arguments.h"
#include "loop_requests.h"
#include "named_functions.h"

namespace osaca::clang_plugin {

struct AskedFor {
  LoopRequests loops; ///< by extent
  NamesInUnit names;  ///< of the functions that the user named
};

[[nodiscard]] AskedFor asked_for(const LoopExtents &extents, const RecordedPragmas &pragmas,
                                 const Arguments &arguments);

/// The loop's place, else the pragma's.
[[nodiscard]] clang::SourceLocation location_of(const LoopRequest &request, const LoopExtents &extents,
                                                const RecordedPragmas &pragmas);

} // namespace osaca::clang_plugin
