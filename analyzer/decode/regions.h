// From the flat list of statements to kernels: what the user marked or named by lines, the loops a plugin told of, or
// else the innermost loops. A loop with branches gives one kernel per path through it.
#pragma once

#include "base/expected.h"
#include "decode/decoder.h"
#include "decode/statement.h"

#include <string>
#include <vector>

namespace osaca {

/// Kernels in input order. Errors: markers without their partner, lines or functions without instructions, nothing to
/// analyse.
[[nodiscard]] Expected<std::vector<Kernel>> select_kernels(const ParsedUnit &unit, const std::string &input_name,
                                                           const RegionSelection &selection, int max_paths_per_loop);

/// One kernel per path; none if no instruction stands on the loop's lines. A loop that holds others is followed through
/// each of them once, and its role says so.
[[nodiscard]] std::vector<Kernel> kernels_of_loop(const ParsedUnit &unit, const KnownLoop &loop,
                                                  int max_paths_per_loop);

} // namespace osaca
