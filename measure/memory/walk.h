// A walk through memory whose time per step is measured, and the order of the places in a chase.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace osaca::measure::memory {

// A walk through memory whose time per step is measured.

enum class WalkKind : std::uint8_t {
  chase, ///< dependent loads
  read,  ///< this and the following: whole arrays from the beginning to the end, with vectors
  write,
  update,          ///< x = x + 1
  copy,            ///< y = x
  triad,           ///< z = x + y
  streaming_write, ///< with stores that bypass the caches
  streaming_copy,
  strided_read,   ///< one load per step of `step_bytes`
  write_in_a_row, ///< x = c and y = c by whole lines: both halves of a line of x, then those of y
  write_by_turns  ///< the same by halves of lines: x, y, x, y
};

[[nodiscard]] std::string_view name_of(WalkKind kind);
[[nodiscard]] int arrays_of(WalkKind kind);

/// The lines that are moved per line of one array, in a core with write-allocating caches.
struct WalkTraffic {
  int read = 0;      ///< requested by the walk
  int allocated = 0; ///< read because they will be overwritten
  int written = 0;
  int streamed = 0; ///< written past the caches
  [[nodiscard]] int asked() const { return read + written + streamed; }
  [[nodiscard]] int moved() const { return asked() + allocated; }
};
[[nodiscard]] WalkTraffic traffic_of(WalkKind kind);

enum class PageSize : std::uint8_t { small, huge };

struct Walk {
  WalkKind kind = WalkKind::chase;
  std::int64_t bytes = 0; ///< of all arrays together; for a strided read the bytes of the lines that it touches
  PageSize pages = PageSize::huge;

  std::int64_t step_bytes = 64; ///< between places of a chase or a strided read. If a chase has steps of whole pages,
                                ///< each place is in another line of its page

  // Of a chase:
  std::int64_t block_bytes = 0; ///< all places of a block come before those of the next block, so that few pages are in
                                ///< use at a time; 0: one block
  bool keeps_to_one_set = false; ///< true: steps of whole pages always use the same line
  int chains = 1;                ///< independent chains
  enum class Order : std::uint8_t { random, ascending, descending };
  Order order = Order::random;
  int multiplications = 0;          ///< after each load of a single chain ...
  bool is_waiting_for_them = false; ///< ... and whether the next load waits for them; otherwise no instruction does
};

constexpr std::int64_t line_bytes = 64;

/// From the first byte to the last byte of all arrays.
[[nodiscard]] std::int64_t span_bytes(const Walk &walk);

// Places that form a circle: each holds the address of the next one.

/// A random number generator that is only used for the order of places.
class Shuffler {
public:
  explicit Shuffler(std::uint64_t seed) : state_(seed * 2 + 1) {}
  [[nodiscard]] std::uint64_t below(std::uint64_t limit);
  void shuffle(std::vector<std::uint32_t> &values);

private:
  std::uint64_t state_;
};

/// A seed that differs between runs.
[[nodiscard]] std::uint64_t fresh_seed();

/// For each chain its places in the order of the chase. Chains share no place, and all of them are in the same block at
/// the same time.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> chase_orders(const Walk &walk, std::uint64_t seed);

/// The offset of place number `place`. Steps of whole pages are shifted by different numbers of lines, because all
/// places would otherwise fall into a few cache sets.
[[nodiscard]] std::uint64_t place_offset(const Walk &walk, std::uint32_t place);

} // namespace osaca::measure::memory
