// Counts of what the instructions of a loop do.
#pragma once

#include "analysis/graph/address.h"
#include "base/code_mix.h"
#include "kernel/kernel.h"

namespace osaca {

[[nodiscard]] CodeMix kind_of_code(const Kernel &kernel, const AddressAnalysis &addresses);

} // namespace osaca
