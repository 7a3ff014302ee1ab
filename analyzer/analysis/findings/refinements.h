// Newton's steps: what compilers write in place of a division or a root where they may be inexact. An instruction
// estimates the reciprocal (or that of the root), and multiplications and additions make it exact. Nobody wrote these,
// and no option fuses them.
#pragma once

#include "analysis/findings/findings.h"

#include <vector>

namespace osaca {

/// By instruction: whether it refines an estimate.
[[nodiscard]] std::vector<bool> refinements(const KernelFacts &facts);

} // namespace osaca
