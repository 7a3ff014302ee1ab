// Which kernels are the same code seen twice, and which are copies of one source loop.
#pragma once

#include "base/loop_role.h"
#include "kernel/kernel.h"
#include "osaca/capture.h"

#include <vector>

namespace osaca {

/// A file with the markers of several tools around one loop has that loop several times: keeps the first of those that
/// hold the same lines, preferring one with a name.
[[nodiscard]] std::vector<Kernel> without_duplicates(std::vector<Kernel> kernels);

/// The role of every captured loop, [function][loop], with copies numbered within their annotation.
[[nodiscard]] std::vector<std::vector<LoopRole>> numbered_roles(const Capture &capture);

} // namespace osaca
