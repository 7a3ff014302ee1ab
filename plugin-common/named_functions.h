// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions that a user names with `function=`, and what is said of those that a unit does not have.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace osaca {

/// "f,g<int, double>" names two; those that are in `names` already are left out.
void add_functions(const std::string &list, std::vector<std::string> &names);

/// What a unit has of them.
struct NamesInUnit {
  std::set<std::string> met;       ///< those of the user's names that a function with a body has
  std::set<std::string> functions; ///< the plain names of all of the unit's own: what a mistyped name may mean
  bool has_loops = false;          ///< something is asked for, by names or otherwise
};

/// A name that is in another unit of the project is normal: nothing is said of it where the unit has another of the
/// names, or `is_project` (the reports of many units are put together later). What looks mistyped is always said.
[[nodiscard]] std::vector<std::string> remarks_on_names(const std::vector<std::string> &names, const NamesInUnit &unit,
                                                        bool is_project);

} // namespace osaca
