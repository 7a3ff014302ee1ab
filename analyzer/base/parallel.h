// Runs the same function on many items in several threads.
#pragma once

#include <cstddef>
#include <functional>

namespace osaca {

/// Calls `work(worker, index)` once for each index below `count` in at most `workers` threads; `worker` is the number
/// of the thread. Each thread processes its indices in ascending order. With one worker, no thread is started. After an
/// exception no calls with higher indices begin; in the end, the exception with the lowest index is rethrown.
void for_each_index(int workers, std::size_t count, const std::function<void(int worker, std::size_t index)> &work);

} // namespace osaca
