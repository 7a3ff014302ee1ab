// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The target as the compiler resolved it, in the words of the capture format.
#pragma once

#include "capture.h"
#include "clang_compat.h"
#include "front/pragma_recorder.h"
#include "rerun/second_run.h"

namespace osaca::clang_plugin {

[[nodiscard]] bool is_supported_target(const clang::CompilerInstance &instance);

[[nodiscard]] capture::Target target_of_unit(const clang::CompilerInstance &instance);

// Puts together what the driver is told: the annotated loops as they are in the machine code of the second run, and
// what became of those that are not.

struct BuiltCapture {
  capture::Capture capture;
  std::vector<clang::SourceLocation> places; ///< belongs to the capture's locations, index by index
  clang::SourceLocation first;               ///< of the first request
};

/// At least one loop is requested.
[[nodiscard]] BuiltCapture build_capture(clang::CompilerInstance &instance, const std::string &unit,
                                         const LoopExtents &extents, const RecordedPragmas &pragmas,
                                         LoopRequests &requested, const SecondRun &run);

} // namespace osaca::clang_plugin
