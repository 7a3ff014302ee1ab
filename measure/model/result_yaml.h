// What the readers of our own result files share: a checked head, numbers that may be anything.
#pragma once

#include "base/expected.h"
#include "measure/file/measurement.h"
#include "measure/tables/import.h"
#include "yaml/tree.h"

#include <optional>
#include <string>
#include <string_view>

namespace osaca::measure::composer {

/// The tree of a file with that schema. A file that was written to its end ends with a line's end.
[[nodiscard]] Expected<YamlNode> parse_result(std::string_view text, const std::string &name, std::string_view schema);

/// Finite; empty where there is none.
[[nodiscard]] std::optional<double> number_at(const YamlNode &node, std::string_view key);

/// Error: a fact is missing.
[[nodiscard]] Expected<MeasuredMachine> machine_of(const YamlNode &root, const std::string &name);

} // namespace osaca::measure::composer
