// A way through memory whose time per step is a figure.
#pragma once

#include <cstdint>
#include <string_view>

namespace osaca::measure::memory {

enum class WalkKind : std::uint8_t {
  chase, ///< loads that wait for each other
  read,  ///< all that follow: whole arrays from the beginning to the end, with vectors
  write,
  update,          ///< x = x + 1
  copy,            ///< y = x
  triad,           ///< z = x + y
  streaming_write, ///< with stores that pass the caches
  streaming_copy,
  strided_read,   ///< a load of each line that a step of `step_bytes` comes to
  write_in_a_row, ///< x = c and y = c: a line of each, both halves of one before the other
  write_by_turns  ///< the same by halves of lines: x, y, x, y
};

[[nodiscard]] std::string_view name_of(WalkKind kind);
[[nodiscard]] int arrays_of(WalkKind kind);

/// Lines per line of one array, as a core with write-allocating caches moves them.
struct WalkTraffic {
  int read = 0;      ///< because they are asked for
  int allocated = 0; ///< read to be overwritten
  int written = 0;
  int streamed = 0; ///< written past the caches
  [[nodiscard]] int asked() const { return read + written + streamed; }
  [[nodiscard]] int moved() const { return asked() + allocated; }
};
[[nodiscard]] WalkTraffic traffic_of(WalkKind kind);

enum class PageSize : std::uint8_t { small, huge };

struct Walk {
  WalkKind kind = WalkKind::chase;
  std::int64_t bytes = 0; ///< of all arrays together; of a strided read the lines that it touches
  PageSize pages = PageSize::huge;

  std::int64_t step_bytes = 64; ///< between places of a chase or a strided read; a chase by multiples of a page: each
                                ///< place in another line of its page

  // Of a chase:
  std::int64_t block_bytes = 0;  ///< all places of a block before those of the next, so that few pages are in use at a
                                 ///< time; 0: all of it is one block
  bool keeps_to_one_set = false; ///< then steps of pages are not varied
  int chains = 1;                ///< that do not wait for each other
  enum class Order : std::uint8_t { random, ascending, descending };
  Order order = Order::random;
  int multiplications = 0;          ///< beside each load of a single chain ...
  bool is_waiting_for_them = false; ///< ... which the next load waits for; else nothing does
};

constexpr std::int64_t line_bytes = 64;

/// From the first byte to the last one, of all arrays.
[[nodiscard]] std::int64_t span_bytes(const Walk &walk);

} // namespace osaca::measure::memory
