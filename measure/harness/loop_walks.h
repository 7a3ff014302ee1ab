// Loops that find their next address in what they load: linked lists, and arrays that are accessed through index
// arrays.
#pragma once

#include "base/expected.h"
#include "kernel/kernel.h"
#include "measure/harness/loop_steps.h"

#include <cstdint>
#include <vector>

namespace osaca::measure {

/// Each node holds the address of the next one.
struct ListWalk {
  std::vector<std::size_t> registers; ///< registers that hold addresses of nodes
  std::vector<std::size_t> starts;    ///< those of `registers` that are read before they are written
  std::int64_t next_offset = 0;       ///< in a node
  std::int64_t node_bytes = 64;       ///< whole lines
  int nodes_per_iteration = 0;
  bool ends_with_zero = false; ///< the loop runs until a node holds no address
};

/// An array whose indices come from another array that the loop reads in order.
struct IndexedArray {
  std::size_t array = 0;   ///< register with the array's address
  std::size_t indices = 0; ///< register with the address of the array of indices
  int index_bytes = 0;
  std::int64_t index_unit = 1;    ///< all indices are multiples of it
  std::int64_t element_bytes = 0; ///< what one unit of the index means in bytes
  int elements_per_iteration = 0;
};

struct LoopWalks {
  std::vector<ListWalk> lists;
  std::vector<IndexedArray> indexed;
  std::vector<std::size_t> rows; ///< registers of rows of one array that follow each other in memory; may be empty
  std::int64_t row_bytes = 0;    ///< distance between rows

  [[nodiscard]] bool has_list_of(std::size_t reg) const;
  [[nodiscard]] bool has_indexed(std::size_t array) const;
  /// Whether the register holds a row other than the first one. Such a row's data are in the caches, because the
  /// previous rows have loaded them.
  [[nodiscard]] bool is_later_row(std::size_t reg) const;
};

/// Error: the loop loads addresses or indices in another way.
[[nodiscard]] Expected<LoopWalks> walks_of(const Kernel &loop, const RegisterUses &uses);

/// Whether the loop stores to addresses with this base register.
[[nodiscard]] bool writes_through(const Kernel &loop, std::size_t base);

/// The registers through which a loop only reads, step by step, if there are exactly `rows` of them. Otherwise it is
/// unknown which ones are the rows, and the result is empty.
[[nodiscard]] std::vector<std::size_t> rows_of(const Kernel &loop, const RegisterUses &uses, int rows);

// Linked lists that a loop follows.

/// Error: the loop loads pointers, but not from node to node of a list.
[[nodiscard]] Expected<std::vector<ListWalk>> lists_of(const Kernel &loop, const RegisterUses &uses);

} // namespace osaca::measure
