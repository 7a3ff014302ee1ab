#include "base/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace osaca {
namespace {

class Work {
public:
  Work(std::size_t count, std::size_t at_once, const std::function<void(int, std::size_t)> &work)
      : at_once_(at_once), work_(work), failed_at_(count) {}

  void run(int worker) {
    for (std::size_t begin = next_.fetch_add(at_once_); begin < failed_at_; begin = next_.fetch_add(at_once_))
      for (std::size_t index = begin; index < std::min(begin + at_once_, failed_at_.load()); ++index)
        try {
          work_(worker, index);
        } catch (...) {
          fail(index, std::current_exception());
        }
  }

  void finish() const {
    if (failure_)
      std::rethrow_exception(failure_);
  }

private:
  void fail(std::size_t index, std::exception_ptr failure) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (index < failed_at_) {
      failure_ = std::move(failure);
      failed_at_ = index;
    }
  }

  std::size_t at_once_; ///< neighbours that a thread takes together: they are often neighbours in memory, too
  const std::function<void(int, std::size_t)> &work_;
  std::atomic<std::size_t> next_ = 0;
  std::mutex mutex_;
  std::exception_ptr failure_;
  std::atomic<std::size_t> failed_at_; ///< no index from here on has to be done
};

} // namespace

void for_each_index(int workers, std::size_t count, const std::function<void(int, std::size_t)> &work) {
  const int wanted = static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(std::max(workers, 1)), count));
  constexpr std::size_t turns = 256; // of each thread, so that all of them end at nearly the same time
  Work shared(count, std::max<std::size_t>(count / (turns * static_cast<std::size_t>(std::max(wanted, 1))), 1), work);
  std::vector<std::thread> threads;
  try {
    for (int worker = 1; worker < wanted; ++worker)
      threads.emplace_back([&shared, worker] { shared.run(worker); });
  } catch (const std::system_error &) { // continue with fewer threads
  }
  shared.run(0);
  for (std::thread &thread : threads)
    thread.join();
  shared.finish();
}

} // namespace osaca
