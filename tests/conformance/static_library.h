// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Units with embedded reports in a static library: it has to tell of every loop what the table says.
#pragma once

#include "expectations.h"

namespace osaca::conformance {

/// What one unit of the library should report, in the order of its pragmas.
struct LibraryUnit {
  std::filesystem::path object;
  std::vector<ExpectedLoop> table;
  std::vector<std::string> facts;
};

/// Packs the objects into `folder`/libunits.a and reads the reports back. `osaca` and `archiver` are programs. What is
/// wrong, one complaint each.
[[nodiscard]] std::vector<std::string> check_static_library(const std::vector<LibraryUnit> &units,
                                                            const std::filesystem::path &folder,
                                                            const std::string &osaca, const std::string &archiver);

} // namespace osaca::conformance
