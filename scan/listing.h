// The loops as a table for people or as JSON for programs (docs/schema/osaca-scan-1.schema.json).
#pragma once

#include "scan/loop.h"
#include "scan/project.h"

#include <string>
#include <vector>

namespace osaca::scan {

[[nodiscard]] std::string listed_as_text(const std::vector<Loop> &loops, const Project &project, std::size_t units);

[[nodiscard]] std::string listed_as_json(const std::vector<Loop> &loops, const Project &project, std::size_t units,
                                         const std::vector<Error> &failures);

} // namespace osaca::scan
