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
  std::vector<std::size_t> registers;   ///< that hold addresses of nodes
  std::vector<std::size_t> starts;      ///< of these, the ones that are read before they are written
  std::int64_t next_offset = 0;         ///< in a node
  std::int64_t node_bytes = 64;         ///< whole lines
  int nodes_per_iteration = 0;
  bool ends_with_zero = false;          ///< the loop goes on until a node leads nowhere
};

/// An array whose places come from another one that the loop goes through in order.
struct IndexedArray {
  std::size_t array = 0;          ///< register of its address
  std::size_t indices = 0;        ///< register of the other one's
  int index_bytes = 0;
  std::int64_t index_unit = 1;    ///< all indices are multiples of it
  std::int64_t element_bytes = 0; ///< that one unit stands for
  int elements_per_iteration = 0;
};

struct LoopWalks {
  std::vector<ListWalk> lists;
  std::vector<IndexedArray> indexed;

  [[nodiscard]] bool has_list_of(std::size_t reg) const;
  [[nodiscard]] bool has_indexed(std::size_t array) const;
};

/// Error: it loads addresses or indices in another way.
[[nodiscard]] Expected<LoopWalks> walks_of(const Kernel &loop, const RegisterUses &uses);

} // namespace osaca::measure
