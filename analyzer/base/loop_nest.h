// What a compiler knows of a source loop and the loop around it that its instructions do not tell.
#pragma once

#include <cstdint>
#include <optional>

namespace osaca {

struct LoopNest {
  std::optional<std::int64_t> trip_count; ///< iterations of the source loop, each time that it runs
  std::optional<std::int64_t> row_bytes;  ///< by which its addresses move on with an iteration of the loop around it
  std::optional<std::int64_t> rows =
      {}; ///< iterations of that loop, each time that it runs, if all addresses move on with each of them
  std::optional<std::int64_t> sweeps = {}; ///< iterations of the next loop around that comes to the same places again
};

} // namespace osaca
