// Rows of stencils: which of a loop's streams are added to each other.
#pragma once

#include "analysis/memory/streams.h"

#include <cstdint>
#include <vector>

namespace osaca {

/// Streams as bits. Only the first `most_streams` of a loop are considered.
using StreamSet = std::uint64_t;
constexpr std::size_t most_streams = 64;

[[nodiscard]] inline StreamSet set_of(int stream) { return StreamSet{1} << stream; }
[[nodiscard]] inline bool is_in(StreamSet set, int stream) { return (set >> stream & 1U) != 0; }

/// Streams that are summands of one sum. `plain` contains those without a factor.
struct AddedStreams {
  StreamSet all = 0;
  StreamSet plain = 0;
  bool is_stored = false; ///< the sum is stored to an array that the loop does not read
};

/// The largest sums of loaded values, each multiplied by a constant or without a factor. Only the streams in `summands`
/// are considered.
[[nodiscard]] std::vector<AddedStreams> added_streams(const Kernel &kernel, const PreparedKernel &prepared,
                                                      const std::vector<AccessStream> &streams, StreamSet summands);

// Which streams are probably rows of one array, although the loop itself does not show their distance.
//
// Compilers use a separate base register for each row of a stencil, so that `b[y-1][x] + b[y+1][x]` looks like the sum
// of two arrays. Names from a compiler plugin decide most cases. Streams with different names are not rows of one
// array. Streams with the same name are rows if the enclosing loop is known to advance all of them by one row.
//
// Without names, only the use of the loaded values shows whether streams are rows. The terms of a stencil are added,
// each multiplied by a constant or without a factor, whereas values of unrelated arrays are more often multiplied by
// each other. Streams with their own base registers are assumed to be rows if they are only read, have the same step,
// are added in this way, and
// - one of them also reads neighbours (x - 1 and x + 1), and there are three of them, or two of one name; or
// - three or more are added, not subtracted, without any factor, and the sum is stored to another array that is not
//   read.
//
// Without names, the second rule treats `a[i] = b[i] + c[i] + d[i]` as a stencil; most loops of this form are stencils.
//
// One of the rows with the same name may be written, for an update in place.

/// Each set contains indices into the streams, in ascending order.
[[nodiscard]] std::vector<std::vector<int>> stencil_rows(const Kernel &kernel, const PreparedKernel &prepared,
                                                         const std::vector<AccessStream> &streams);

} // namespace osaca
