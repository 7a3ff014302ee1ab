// Restricts the paths through a function to those that the user chose.
#pragma once

#include "base/expected.h"
#include "base/path_place.h"
#include "loops/paths.h"
#include "loops/statement.h"

#include <span>
#include <string>

namespace osaca {

/// Restricts `routes` to the paths that pass through all places, in any order. Errors: a place is not in the code of
/// the function, or no path passes through all places.
[[nodiscard]] Expected<RouteGraph> chosen_routes(const ParsedUnit &unit, const FlowGraph &graph, RouteGraph routes,
                                                 std::span<const PathPlace> places, const std::string &function);

} // namespace osaca
