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

// Which streams are probably rows of one array, although nothing in the loop says how far apart they are.
//
// Compilers give each row of a stencil a base register of its own, so `b[y-1][x] + b[y+1][x]` looks like the sum of two
// arrays. Names that a compiler's plugin gives settle the most of it: streams of different names are no rows of one
// array, and streams of one name are if the loop around is known to move all of them by one row.
//
// What else tells, as far as anything in an innermost loop does, is how the loaded values are used. The terms of a
// stencil are added, each times a constant or nothing; values of unrelated arrays are more often multiplied with each
// other. Streams with bases of their own are taken for rows if they are read only, move as far as each other, are added
// in this way, and
//   - one of them is read at neighbouring places too (x - 1 and x + 1); three of them, or two of one name; or
//   - three or more are added, not subtracted, without any factor, and the sum is stored to another array that is not
//   read.
// Without names, `a[i] = b[i] + c[i] + d[i]` is taken for a stencil by the second rule: of loops that look like this,
// most are.
//
// One of several rows of a name may be written: an update in place.

/// Each set as indices into the streams, ascending.
[[nodiscard]] std::vector<std::vector<int>> stencil_rows(const Kernel &kernel, const PreparedKernel &prepared,
                                                         const std::vector<AccessStream> &streams);

} // namespace osaca
