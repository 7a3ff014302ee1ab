// Equal items of a list, compared with a map.
#include "base/index_table.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <vector>

namespace osaca {
namespace {

/// For each item, the index of the first equal one. The hash keeps `hash_bits` of each item.
std::vector<int> first_ones(const std::vector<unsigned> &items, unsigned hash_bits) {
  IndexTable table(items.size());
  std::vector<int> out;
  for (std::size_t i = 0; i < items.size(); ++i)
    out.push_back(table.first_same(items[i] & ((1U << hash_bits) - 1), static_cast<int>(i),
                                   [&](int other) { return items[static_cast<std::size_t>(other)] == items[i]; }));
  return out;
}

TEST(IndexTable, FindsTheFirstEqualItemForGoodAndBadHashes) {
  std::mt19937 random(1); // NOLINT: the same in every run
  for (const std::size_t count : {0, 1, 2, 50, 3000}) {
    std::vector<unsigned> items;
    std::map<unsigned, int> known;
    std::vector<int> expected;
    for (std::size_t i = 0; i < count; ++i) {
      items.push_back(static_cast<unsigned>(random() % (count + count / 2)));
      expected.push_back(known.try_emplace(items.back(), static_cast<int>(i)).first->second);
    }
    for (const unsigned hash_bits : {0U, 3U, 20U})
      EXPECT_EQ(first_ones(items, hash_bits), expected);
  }
}

TEST(IndexTable, HasRoomForAsManyDifferentItemsAsItWasMadeFor) {
  for (std::size_t count = 0; count < 40; ++count) {
    std::vector<unsigned> items;
    for (unsigned i = 0; i < count; ++i)
      items.push_back(i);
    const std::vector<int> first = first_ones(items, 5);
    for (std::size_t i = 0; i < count; ++i)
      EXPECT_EQ(first[i], static_cast<int>(i));
  }
}

} // namespace
} // namespace osaca
