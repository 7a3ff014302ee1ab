// Memory renaming, and values that are copied from memory to memory.
#pragma once

#include "analysis/bind/costed_kernel.h"
#include "analysis/graph/address.h"
#include "analysis/graph/dependency_graph.h"
#include "base/index.h"

#include <utility>
#include <vector>

namespace osaca {

// Memory renaming: loads that take their value, with no latency, from the register that an earlier store wrote.

class MemoryRenaming {
public:
  /// `kernel` must outlive this object.
  explicit MemoryRenaming(const CostedKernel &kernel);

  /// Whether the load takes its value from the register of the store, which is `distance` iterations earlier. This is
  /// never so for vector registers or over more than one iteration. Both addresses must use the same registers with the
  /// same values, unless MemoryRenamingRules::any_registers. (All measured; see the pages of the models.)
  [[nodiscard]] bool is_renamed(const MemoryAccess &store, const MemoryAccess &load, int distance) const;

private:
  [[nodiscard]] const CostedInstruction &instruction(int i) const { return *kernel_.instructions[at(i)].costed; }
  [[nodiscard]] bool is_renamed_load(const MemoryAccess &load) const;
  [[nodiscard]] bool are_same(const std::optional<CostedRegister> &stored, const MemoryAccess &store,
                              const std::optional<CostedRegister> &loaded, const MemoryAccess &load) const;
  [[nodiscard]] bool is_recomputed(const std::optional<CostedRegister> &reg, const MemoryAccess &store,
                                   const MemoryAccess &load, int distance) const;
  void find_new_values();
  /// For two operations that read and write memory in place.
  [[nodiscard]] bool are_too_near(const MemoryAccess &store, const MemoryAccess &load, int distance) const;

  const CostedKernel &kernel_;
  /// Pairs of a register unit and an instruction that gives it a new value, other than its old value plus a constant.
  /// Sorted.
  std::vector<std::pair<std::uint16_t, int>> new_values_;
};

// The cost of renamed loads.

/// Adds MemoryRenamingRules::port to the demands of each renamed load, except operations that read and write memory
/// in place.
void add_renaming_demands(CostedKernel &kernel, const DependencyGraph &graph);

// Values that are copied from memory to memory through a register.

/// A value that is loaded from where it was just stored, and stored again unchanged, may have another latency from
/// store to store than a value that an operation uses (MemoryAccessCost::relay_cycles). For vectors it is 7.4 cycles,
/// while the path through memory takes 5: the second store waits for the difference. For general registers it is 5
/// cycles instead of 6.4, if the value is only stored again.
void adjust_relayed_values(const CostedKernel &kernel, DependencyGraph &graph);

} // namespace osaca
