#include "measure/harness/region_contents.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

namespace osaca::measure {

RegionFill filled_with_nodes(const NodeCircle &circle, std::uint64_t fill_word) {
  return [circle, fill_word](std::uint64_t *words, std::uint64_t count) {
    std::fill_n(words, count, fill_word);
    std::vector<std::uint32_t> order(std::max<std::uint64_t>(circle.nodes, 1));
    std::iota(order.begin(), order.end(), 0U);
    std::mt19937_64 random(std::random_device{}());
    std::shuffle(order.begin() + 1, order.end(), random);
    const auto place_of = [&circle](std::uint32_t node) { return circle.begin + node * circle.node_bytes; };
    for (std::size_t i = 0; i < order.size(); ++i) {
      const bool is_last = i + 1 == order.size();
      auto *next = reinterpret_cast<std::uint64_t *>(place_of(order[i]) + circle.next_offset);
      *next = is_last ? (circle.ends_with_zero ? 0 : place_of(order.front())) : place_of(order[i + 1]);
    }
  };
}

RegionFill filled_with_indices(int index_bytes, std::uint64_t unit, std::uint64_t count) {
  return [index_bytes, unit, count](std::uint64_t *words, std::uint64_t word_count) {
    std::mt19937_64 random(std::random_device{}());
    const std::uint64_t representable =
        index_bytes >= 8 ? ~std::uint64_t{0} : std::uint64_t{1} << (8 * index_bytes - 1U);
    const std::uint64_t values = std::max<std::uint64_t>(std::min(count, representable / unit), 1);
    const int bits = 8 * index_bytes;
    for (std::uint64_t i = 0; i < word_count; ++i) {
      std::uint64_t word = 0;
      for (int at = 0; at < 64; at += bits)
        word |= random() % values * unit << static_cast<unsigned>(at);
      words[i] = word;
    }
  };
}

} // namespace osaca::measure
