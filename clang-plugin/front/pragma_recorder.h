// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Notes where `#pragma osaca analyze` stands. Nothing of it reaches the parser, so it may stand anywhere, also between
// another pragma and its loop.
#pragma once

#include "arguments.h"
#include "clang_compat.h"
#include "front/loop_extents.h"
#include "loop_requests.h"

namespace osaca::clang_plugin {

/// A remark for the user about a pragma that cannot be understood.
struct PragmaComplaint {
  clang::SourceLocation location;
  std::string text;
};

struct RecordedPragmas {
  std::vector<std::string> expectations;     ///< parallel to `places`: what follows `analyze`, as it was written
  std::vector<clang::SourceLocation> places; ///< in the order in which they were read
  std::vector<PragmaComplaint> complaints;
};

/// The preprocessor owns the handler; `into` has to outlive it.
void record_pragmas(clang::Preprocessor &preprocessor, RecordedPragmas &into);

// Which loops of the source the user asked for, read from the syntax tree.

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
