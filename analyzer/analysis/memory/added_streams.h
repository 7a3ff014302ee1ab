// What of a loop's streams is added to what: sums of loaded values, each times a constant or nothing.
#pragma once

#include "analysis/memory/streams.h"

#include <cstdint>
#include <vector>

namespace osaca {

/// Streams as bits: the first so many of a loop are looked at.
using StreamSet = std::uint64_t;
constexpr std::size_t most_streams = 64;

[[nodiscard]] inline StreamSet set_of(int stream) { return StreamSet{1} << stream; }
[[nodiscard]] inline bool is_in(StreamSet set, int stream) { return (set >> stream & 1U) != 0; }

/// Streams that were added, and those of them that were added as they are.
struct AddedStreams {
  StreamSet all = 0;
  StreamSet plain = 0;
  bool is_stored = false; ///< to an array that the loop does not read
};

/// The largest sums. `summands`: the streams whose values are followed.
[[nodiscard]] std::vector<AddedStreams> added_streams(const Kernel &kernel, const PreparedKernel &prepared,
                                                      const std::vector<AccessStream> &streams, StreamSet summands);

} // namespace osaca
