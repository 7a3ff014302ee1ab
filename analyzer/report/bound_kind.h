// What can set a loop's pace.
#pragma once

#include <string_view>

namespace osaca {

/// The bounds in the order in which ties are named. `memory`: with the loop's data in a level that somebody named; it
/// is no bound otherwise.
enum class BoundKind { ports, divider, front_end, stores, loop_carried, memory };

/// The rule whose finding explains that bound: "osaca-port-bound", "osaca-lcd-bound", ...
[[nodiscard]] std::string_view rule_of(BoundKind kind);

/// "ports", "divider", "front_end", "stores", "lcd", "memory": the names in JSON.
[[nodiscard]] std::string_view name_of(BoundKind kind);

/// "the ports", "the divider", "the front end", "a loop-carried dependency", "memory".
[[nodiscard]] std::string_view phrase_of(BoundKind kind);

} // namespace osaca
