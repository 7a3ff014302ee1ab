#include "measure/memory/walk.h"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <random>

namespace osaca::measure::memory {

std::string_view name_of(WalkKind kind) {
  switch (kind) {
  case WalkKind::chase: return "chase";
  case WalkKind::read: return "read";
  case WalkKind::write: return "write";
  case WalkKind::update: return "update";
  case WalkKind::copy: return "copy";
  case WalkKind::triad: return "triad";
  case WalkKind::streaming_write: return "streaming_write";
  case WalkKind::streaming_copy: return "streaming_copy";
  case WalkKind::strided_read: return "strided_read";
  case WalkKind::write_in_a_row: return "write_in_a_row";
  case WalkKind::write_by_turns: return "write_by_turns";
  }
  return "";
}

int arrays_of(WalkKind kind) {
  switch (kind) {
  case WalkKind::copy:
  case WalkKind::streaming_copy:
  case WalkKind::write_in_a_row:
  case WalkKind::write_by_turns: return 2;
  case WalkKind::triad: return 3;
  default: return 1;
  }
}

WalkTraffic traffic_of(WalkKind kind) {
  switch (kind) {
  case WalkKind::chase:
  case WalkKind::strided_read:
  case WalkKind::read: return {1, 0, 0, 0};
  case WalkKind::write: return {0, 1, 1, 0};
  case WalkKind::update: return {1, 0, 1, 0};
  case WalkKind::copy: return {1, 1, 1, 0};
  case WalkKind::triad: return {2, 1, 1, 0};
  case WalkKind::streaming_write: return {0, 0, 0, 1};
  case WalkKind::streaming_copy: return {1, 0, 0, 1};
  case WalkKind::write_in_a_row:
  case WalkKind::write_by_turns: return {0, 2, 2, 0};
  }
  return {};
}

std::int64_t span_bytes(const Walk &walk) {
  return walk.kind == WalkKind::strided_read ? walk.bytes / line_bytes * walk.step_bytes : walk.bytes;
}

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
