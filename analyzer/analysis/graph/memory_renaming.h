// Loads that take their value from the register of an earlier store, at no latency, and values that are copied from
// memory to memory.
#pragma once

#include "analysis/bind/costed_kernel.h"
#include "analysis/graph/address.h"
#include "analysis/graph/dependency_graph.h"
#include "base/index.h"

#include <utility>
#include <vector>

namespace osaca {

// Memory renaming: loads that take their value from the register that an earlier store wrote, at no latency.

class MemoryRenaming {
public:
  /// `kernel` must outlive it.
  explicit MemoryRenaming(const CostedKernel &kernel);

  /// Not vector registers; only if both name the address by the same registers, and nothing that old (both measured,
  /// see the models' pages). `distance` is the number of iterations from `store` to `load`.
  [[nodiscard]] bool is_renamed(const MemoryAccess &store, const MemoryAccess &load, int distance) const;

private:
  [[nodiscard]] const CostedInstruction &instruction(int i) const { return *kernel_.instructions[at(i)].costed; }
  [[nodiscard]] bool is_renamed_load(const MemoryAccess &load) const;
  [[nodiscard]] bool are_same(const std::optional<CostedRegister> &stored, const MemoryAccess &store,
                              const std::optional<CostedRegister> &loaded, const MemoryAccess &load) const;
  [[nodiscard]] bool is_recomputed(const std::optional<CostedRegister> &reg, const MemoryAccess &store,
                                   const MemoryAccess &load, int distance) const;
  void find_new_values();
  /// Of two operations on memory itself.
  [[nodiscard]] bool are_too_near(const MemoryAccess &store, const MemoryAccess &load, int distance) const;

  const CostedKernel &kernel_;
  /// Register unit and instruction that gives it a new value, not only the old one plus a constant; sorted.
  std::vector<std::pair<std::uint16_t, int>> new_values_;
};

// What loads cost that are renamed.

/// Adds the port that stands for renaming to each load that takes its value from a store's register. Operations on
/// memory itself do without.
void add_renaming_demands(CostedKernel &kernel, const DependencyGraph &graph);

// Values that go from memory to memory through a register, unchanged.

/// What is loaded from where it was just stored, and stored again as it is, may take another time from store to store
/// than what an operation uses (MemoryAccessCost::relay_cycles). Vectors: 7.4 cycles where the way through memory
/// takes 5. The second store waits for the difference. General registers: 5 in place of 6.4, if the value is only
/// stored again.
void adjust_relayed_values(const CostedKernel &kernel, DependencyGraph &graph);

} // namespace osaca
