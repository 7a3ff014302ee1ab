// Which of a model's notes a report has.
#pragma once

#include "base/figure_origin.h"
#include "kernel/kernel.h"

#include <vector>

namespace osaca {

/// Of a model's notes, those that concern all code or one of the kernel's instructions (ArchNote::concerns), in their
/// order.
[[nodiscard]] std::vector<ArchNote> notes_about(const Kernel &kernel, std::vector<ArchNote> notes);

} // namespace osaca
