// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records the places of `#pragma osaca analyze`. The parser receives no token of the pragma. So the pragma is allowed
// anywhere, also between another pragma and its loop.
#pragma once

#include "arguments.h"
#include "clang_compat.h"
#include "front/loop_extents.h"
#include "loop_requests.h"

namespace osaca::clang_plugin {

/// A message for the user about a pragma that cannot be understood.
struct PragmaComplaint {
  clang::SourceLocation location;
  std::string text;
};

struct RecordedPragmas {
  std::vector<std::string> expectations;     ///< parallel to `places`: the text after `analyze`, as written
  std::vector<clang::SourceLocation> places; ///< in the order in which they were read
  std::vector<bool> are_attributes;          ///< parallel: the place is that of the declared name, or of the statement
  std::vector<PragmaComplaint> complaints;
};

/// Registers the attributes `osaca_analyze` and `osaca::analyze`, which mean the same as the pragma. Call it when the
/// compiler loads the plugin.
void register_attributes();

/// Adds the attributes of the unit, in the order of the source. Call it when the unit was read.
void add_attributes(const clang::SourceManager &sources, RecordedPragmas &into);

/// Installs the handler, which the preprocessor owns. `into` must outlive the preprocessor.
void record_pragmas(clang::Preprocessor &preprocessor, RecordedPragmas &into);

// Which source loops the user selected, according to the syntax tree.

struct UserRequests {
  LoopRequests loops; ///< numbered like the extents
  NamesInUnit names;  ///< the functions that the user named
};

[[nodiscard]] UserRequests find_requests(LoopExtents &extents, const RecordedPragmas &pragmas,
                                         const Arguments &arguments);

/// The place of the request's loop or statement, or else of its pragma.
[[nodiscard]] clang::SourceLocation location_of(const LoopRequest &request, const LoopExtents &extents,
                                                const RecordedPragmas &pragmas);

} // namespace osaca::clang_plugin
