// Where a loop finds its next place in memory in what it loads: lists, and arrays whose places other arrays hold.
#pragma once

#include "base/expected.h"
#include "kernel/kernel.h"
#include "measure/harness/loop_steps.h"

#include <cstdint>
#include <vector>

namespace osaca::measure {

/// Each node holds the address of the next one.
struct ListWalk {
  std::vector<std::size_t> registers; ///< that hold addresses of nodes
  std::vector<std::size_t> starts;    ///< of these, the ones that are read before they are written
  std::int64_t next_offset = 0;       ///< in a node
  std::int64_t node_bytes = 64;       ///< whole lines
  int nodes_per_iteration = 0;
  bool ends_with_zero = false; ///< the loop goes on until a node leads nowhere
};

/// An array whose places come from another one that the loop goes through in order.
struct IndexedArray {
  std::size_t array = 0;   ///< register of its address
  std::size_t indices = 0; ///< register of the other one's
  int index_bytes = 0;
  std::int64_t index_unit = 1;    ///< all indices are multiples of it
  std::int64_t element_bytes = 0; ///< that one unit stands for
  int elements_per_iteration = 0;
};

struct LoopWalks {
  std::vector<ListWalk> lists;
  std::vector<IndexedArray> indexed;
  std::vector<std::size_t> rows; ///< registers of the rows of one array, which lie behind each other in it; or none
  std::int64_t row_bytes = 0;    ///< from row to row

  [[nodiscard]] bool has_list_of(std::size_t reg) const;
  [[nodiscard]] bool has_indexed(std::size_t array) const;
  /// What the rows before it bring, it finds again.
  [[nodiscard]] bool is_later_row(std::size_t reg) const;
};

/// Error: it loads addresses or indices in another way.
[[nodiscard]] Expected<LoopWalks> walks_of(const Kernel &loop, const RegisterUses &uses);

/// Whether the loop stores to addresses that begin with this register.
[[nodiscard]] bool writes_through(const Kernel &loop, std::size_t base);

/// The registers by which a loop only reads, step by step, if there are as many as it is said to have rows; otherwise
/// it cannot be told which ones they are: none.
[[nodiscard]] std::vector<std::size_t> rows_of(const Kernel &loop, const RegisterUses &uses, int rows);

} // namespace osaca::measure
