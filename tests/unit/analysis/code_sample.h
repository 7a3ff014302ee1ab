// Loops by their bytes, on a core like the Zen 4 on which such loops were timed: a block of 64 bytes read per cycle,
// nine macro-ops from the op cache, six dispatched.
#pragma once

#include "sample.h"

#include <utility>
#include <vector>

namespace osaca::sample {

inline MachineModel::Data core_that_fetches() {
  MachineModel::Data data;
  data.core.dispatch_width.value = Cycles(6);
  data.core.taken_branch_cycles = SourcedCycles{Cycles(1), {}};
  data.core.fetch = Fetch{64, 32768, 16, {}, {}, {}};
  data.core.op_cache = OpCache{768, 9, 1, 0, 4, 0, 0, {}};
  return data;
}

inline Instruction sized(int bytes) {
  Instruction made = instruction("OP", {});
  made.size_bytes = bytes;
  return made;
}

/// Fused with the decrement before it in the measurements: no macro-op of its own, which hardly matters here.
inline Instruction jump(int bytes) {
  Instruction made = sized(bytes);
  made.is_branch = true;
  return made;
}

inline Kernel loop_of(int count, int bytes, int jump_bytes = 5) {
  std::vector<Instruction> code(static_cast<std::size_t>(count), sized(bytes));
  code.push_back(jump(jump_bytes));
  return kernel(std::move(code));
}

} // namespace osaca::sample
