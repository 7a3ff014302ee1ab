// The open findings as workflow commands of GitHub Actions: annotations beside the lines of a pull request.
#pragma once

#include "collection/collection.h"

#include <string>

namespace osaca {

/// One "::warning file=...::..." per line, the most important first: GitHub shows the first ten of a kind per step
/// only.
[[nodiscard]] std::string render_github(const Collection &collection);

} // namespace osaca
