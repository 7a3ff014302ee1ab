// The same work on many things, in several threads.
#pragma once

#include <cstddef>
#include <functional>

namespace osaca {

/// Calls `work(worker, index)` once for each index below `count`, in the order of the indices as far as each of at most
/// `workers` threads goes; `worker` is the thread's number. With one worker no thread is started. The first exception
/// (by index) is thrown again when all have ended; after one nothing new is begun.
void for_each_index(int workers, std::size_t count, const std::function<void(int worker, std::size_t index)> &work);

} // namespace osaca
