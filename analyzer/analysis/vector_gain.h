// Compares the vector body of a loop with its scalar code.
#pragma once

#include "report/report.h"

#include <cstddef>
#include <vector>

namespace osaca {

/// Adds a finding to each vector body, from index `first` on, that is not faster per source iteration than the scalar
/// code of the same loop on the same core.
void compare_vectors(std::vector<KernelReport> &reports, std::size_t first, CompilerOptions::Compiler compiler);

} // namespace osaca
