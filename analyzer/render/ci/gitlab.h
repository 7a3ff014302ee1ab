// The open findings as GitLab's code quality report (a list of issues, after Code Climate's specification).
#pragma once

#include "collection/collection.h"

#include <string>

namespace osaca {

/// Notes are "info", warnings "minor", errors, regressions and broken budgets "major". Findings of which no file is
/// known are left out: GitLab has no place for them.
[[nodiscard]] std::string render_gitlab(const Collection &collection);

} // namespace osaca
