#include "measure/memory/random_cycle.h"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <random>

namespace osaca::measure::memory {
namespace {

constexpr std::int64_t small_page_bytes = 4096;

void put_in_order(std::vector<std::uint32_t> &places, Walk::Order order, Shuffler &shuffler) {
  if (order == Walk::Order::random)
    shuffler.shuffle(places);
  else if (order == Walk::Order::descending)
    std::ranges::reverse(places);
}

} // namespace

std::uint64_t Shuffler::below(std::uint64_t limit) {
  state_ ^= state_ << 13U;
  state_ ^= state_ >> 7U;
  state_ ^= state_ << 17U;
  return (state_ >> 11U) % limit;
}

void Shuffler::shuffle(std::vector<std::uint32_t> &values) {
  for (std::size_t i = values.size(); i > 1; --i)
    std::swap(values[i - 1], values[below(i)]);
}

std::uint64_t fresh_seed() {
  return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count()) ^
         std::random_device{}();
}

std::vector<std::vector<std::uint32_t>> chase_orders(const Walk &walk, std::uint64_t seed) {
  Shuffler shuffler(seed);
  const auto places = static_cast<std::uint32_t>(std::max<std::int64_t>(walk.bytes / walk.step_bytes, walk.chains));
  const std::int64_t block_bytes = walk.block_bytes > 0 ? walk.block_bytes : walk.bytes;
  const auto block_places =
      static_cast<std::uint32_t>(std::max<std::int64_t>(block_bytes / walk.step_bytes, walk.chains));
  std::vector<std::uint32_t> blocks((places + block_places - 1) / block_places);
  std::iota(blocks.begin(), blocks.end(), 0U);
  put_in_order(blocks, walk.order, shuffler);
  const auto chains = static_cast<std::uint32_t>(walk.chains);
  std::vector<std::vector<std::uint32_t>> orders(chains);
  for (auto &order : orders)
    order.reserve(places / chains + 1);
  std::vector<std::uint32_t> of_block;
  for (const std::uint32_t block : blocks)
    for (std::uint32_t chain = 0; chain < chains; ++chain) {
      of_block.clear();
      const std::uint32_t end = std::min(places, (block + 1) * block_places);
      for (std::uint32_t place = block * block_places + chain; place < end; place += chains)
        of_block.push_back(place);
      put_in_order(of_block, walk.order, shuffler);
      orders[chain].insert(orders[chain].end(), of_block.begin(), of_block.end());
    }
  return orders;
}

std::uint64_t place_offset(const Walk &walk, std::uint32_t place) {
  const auto begin = static_cast<std::uint64_t>(place) * static_cast<std::uint64_t>(walk.step_bytes);
  if (walk.keeps_to_one_set || walk.step_bytes % small_page_bytes != 0)
    return begin;
  constexpr std::uint64_t lines_of_page = small_page_bytes / line_bytes;
  return begin + place * 5U % lines_of_page * line_bytes;
}

} // namespace osaca::measure::memory
