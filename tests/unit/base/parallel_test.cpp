// Work on many items in several threads.
#include "base/parallel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

namespace osaca {
namespace {

TEST(ForEachIndex, CallsEachIndexOnceAndInAscendingOrderOfEachThread) {
  for (const std::size_t count : {0, 1, 3, 1000, 20000})
    for (const int workers : {1, 2, 5}) {
      std::vector<std::atomic<int>> calls(count);
      std::vector<std::vector<std::size_t>> of_workers(static_cast<std::size_t>(workers));
      for_each_index(workers, count, [&](int worker, std::size_t index) {
        ++calls[index];
        of_workers.at(static_cast<std::size_t>(worker)).push_back(index);
      });
      for (const std::atomic<int> &one : calls)
        EXPECT_EQ(one, 1);
      for (const std::vector<std::size_t> &indices : of_workers)
        EXPECT_TRUE(std::ranges::is_sorted(indices));
    }
}

TEST(ForEachIndex, RethrowsTheExceptionWithTheLowestIndex) {
  constexpr std::size_t count = 5000;
  for (std::size_t lowest = 0; lowest < count; lowest += 331) {
    const auto fail = [lowest](int /*worker*/, std::size_t index) {
      if (index == lowest || (index > lowest && index % 7 == 0))
        throw std::runtime_error(std::to_string(index));
    };
    try {
      for_each_index(4, count, fail);
      ADD_FAILURE() << "no exception";
    } catch (const std::runtime_error &error) {
      EXPECT_EQ(error.what(), std::to_string(lowest));
    }
  }
}

} // namespace
} // namespace osaca
