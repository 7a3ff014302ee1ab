// Baselines on disk, and the numbers that go with them.
#pragma once

#include "base/expected.h"
#include "collection/compare.h"

#include <optional>
#include <string>

namespace osaca::driver {

/// Whether the text is a baseline's, rather than a report's.
[[nodiscard]] bool is_baseline(const std::string &json);

[[nodiscard]] Expected<Baseline> read_baseline_file(const std::string &path);

/// For a report on what is below `root`: the baseline's name is as seen from there.
[[nodiscard]] Expected<Baseline> read_baseline_file(const std::string &path, const std::string &root);

/// "5", "5%" or "2.5 %", from 0 to 1000; complains and returns nothing otherwise.
[[nodiscard]] std::optional<double> tolerance_percent_of(const std::string &text);

} // namespace osaca::driver
