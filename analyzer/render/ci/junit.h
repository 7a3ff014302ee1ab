// The collection as JUnit's XML: a test case per loop and core, for the test views of Jenkins, GitLab and others.
#pragma once

#include "collection/collection.h"

#include <string>

namespace osaca {

/// A suite per source file. A loop fails where an open finding about it is a warning or an error, a regression or a
/// broken budget. An annotation without a loop is skipped, or fails if that is a warning. Names of test cases hold no
/// line unless two would be the same, so that a case keeps its history when lines move.
[[nodiscard]] std::string render_junit(const Collection &collection);

} // namespace osaca
