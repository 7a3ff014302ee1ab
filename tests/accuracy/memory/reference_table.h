// Tables of published figures: rows by the names of their columns, figures exactly as printed.
#pragma once

#include "base/cycles.h"
#include "base/expected.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace osaca::accuracy {

using ReferenceRow = std::map<std::string, std::string>;

[[nodiscard]] Expected<std::vector<ReferenceRow>> reference_rows(const std::filesystem::path &file);

/// The figure in a column, exactly; empty if there is none.
[[nodiscard]] std::optional<Cycles> printed_cycles(const ReferenceRow &row, const std::string &column);

/// By how much the figure in a column may have been rounded when it was printed: half of its last decimal place. Whole
/// numbers are taken as exact.
[[nodiscard]] double printed_rounding(const ReferenceRow &row, const std::string &column);

} // namespace osaca::accuracy
