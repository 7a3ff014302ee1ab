// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds the capture, which is the data that the driver (the program `osaca`) analyses, and describes the target in the
// terms of the capture format.
#pragma once

#include "capture.h"
#include "clang_compat.h"
#include "front/pragma_recorder.h"
#include "rerun/second_run.h"

namespace osaca::clang_plugin {

[[nodiscard]] bool is_supported_target(const clang::CompilerInstance &instance);

[[nodiscard]] capture::Target target_of_unit(const clang::CompilerInstance &instance);

// The capture contains the annotated loops as they are in the machine code of the second run, and what became of loops
// that have no machine code.

struct BuiltCapture {
  capture::Capture capture;
  std::vector<clang::SourceLocation> places; ///< Clang's location for each of the capture's locations
  clang::SourceLocation first;               ///< place of the first request
};

/// `requested` must not be empty.
[[nodiscard]] BuiltCapture build_capture(clang::CompilerInstance &instance, const std::string &unit,
                                         const LoopExtents &extents, const RecordedPragmas &pragmas,
                                         LoopRequests &requested, const SecondRun &run);

} // namespace osaca::clang_plugin
