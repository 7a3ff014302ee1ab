// What a dependency runs through, in words.
#pragma once

#include "analysis/graph/dependency_graph.h"
#include "kernel/kernel.h"

#include <string>

namespace osaca {

/// "rax", or the address as "8(rsp)"; empty for what stays inside an instruction.
[[nodiscard]] std::string text_of(const PassedThrough &via, const Kernel &kernel);

} // namespace osaca
