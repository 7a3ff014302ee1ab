// From the flat list of statements to kernels: what the user marked or named by lines, the loops a plugin told of, or
// else the innermost loops. A loop with branches gives one kernel per path through it.
#pragma once

#include "base/expected.h"
#include "kernel/kernel.h"
#include "loops/region_selection.h"
#include "loops/statement.h"

#include <optional>
#include <string>
#include <vector>

namespace osaca {

/// Kernels in input order.
struct SelectedKernels {
  std::vector<Kernel> kernels;
  std::vector<Error> problems = {};          ///< marked regions and lines without an instruction
  std::optional<Error> nothing = {};         ///< why there are no kernels
  std::vector<UnmatchedName> unmatched = {}; ///< of RegionSelection::functions
};

/// Errors: markers without their partner, nothing but regions or lines without instructions.
[[nodiscard]] Expected<SelectedKernels> select_kernels(const ParsedUnit &unit, const std::string &input_name,
                                                       const RegionSelection &selection, int max_paths_per_loop);

/// The patterns that mean none of these functions.
[[nodiscard]] std::vector<UnmatchedName> unmatched_names(const std::vector<std::string> &functions,
                                                         const std::vector<std::string> &patterns);

/// The messages for inputs in which there is nothing to do.
[[nodiscard]] Error no_such_function(const std::vector<UnmatchedName> &names, const std::string &input_name);
[[nodiscard]] Error no_loop_in(const std::vector<std::string> &patterns, const std::string &input_name);

/// One kernel per path; none if no instruction stands on the loop's lines. A loop that holds others is followed through
/// each of them once, and its role says so.
[[nodiscard]] std::vector<Kernel> kernels_of_loop(const ParsedUnit &unit, const KnownLoop &loop,
                                                  int max_paths_per_loop);

} // namespace osaca
