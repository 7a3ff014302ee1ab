// Memory renaming, and values that are copied from memory to memory.
#pragma once

#include "analysis/bind/costed_kernel.h"
#include "analysis/graph/address.h"
#include "analysis/graph/dependency_graph.h"
#include "analysis/graph/store_forwarding.h"
#include "base/index.h"

#include <span>
#include <utility>
#include <vector>

namespace osaca {

// Memory renaming: loads that take their value, with no latency, from the register that an earlier store wrote.

/// Whether a load takes its value from the register of a store.
enum class Renaming {
  never,
  if_learned, ///< if the core learned during the loop that the load belongs to the store: see learns()
  always
};

class MemoryRenaming {
public:
  /// `kernel` must outlive this object.
  explicit MemoryRenaming(const CostedKernel &kernel);

  /// How the load is renamed if the store, `distance` iterations earlier, is the last one to its address. Vector
  /// registers are never renamed, nor are loads if `distance` is more than one. Both addresses must use the same
  /// registers with the same values, unless MemoryRenamingRules has `any_registers` or `learned_pairs`. (All of this
  /// was measured; see the pages of the models.)
  [[nodiscard]] Renaming of(const MemoryAccess &store, const MemoryAccess &load, int distance) const;

  /// Whether the core learns which loads belong to which stores, if there are this many pairs with
  /// Renaming::if_learned. Code without a branch is repeated as many copies, each with pairs of its own, so they are
  /// not learned.
  [[nodiscard]] bool learns(int pairs) const;

private:
  [[nodiscard]] const CostedInstruction &instruction(int i) const { return *kernel_.instructions[at(i)].costed; }
  [[nodiscard]] bool is_renamed_load(const MemoryAccess &load) const;
  [[nodiscard]] bool are_same(const std::optional<CostedRegister> &stored, const MemoryAccess &store,
                              const std::optional<CostedRegister> &loaded, const MemoryAccess &load) const;
  [[nodiscard]] bool is_recomputed(const std::optional<CostedRegister> &reg, const MemoryAccess &store,
                                   const MemoryAccess &load, int distance) const;
  void find_new_values();
  void find_long_rows();
  /// Whether it reads and writes memory, and its load can be renamed.
  [[nodiscard]] bool is_in_place(int i) const;

  const CostedKernel &kernel_;
  /// Pairs of a register unit and an instruction that gives it a new value, other than its old value plus a constant.
  /// Sorted.
  std::vector<std::pair<std::uint16_t, int>> new_values_;
  /// In-place operations that are not renamed, as ascending indices into the instructions. A row is a sequence of
  /// in-place operations, each of which begins less than in_place_apart_bytes after the previous one. If a row is
  /// longer than MemoryRenamingRules::in_place_run, all its operations except the first are not renamed; if the row has
  /// no end, because the code is repeated, none of them is renamed.
  std::vector<int> in_long_row_;
};

/// Whether each of these loads may take its value from the register of its store, all things considered but one: the
/// stored bytes must include the loaded ones.
[[nodiscard]] std::vector<bool> may_be_renamed(const CostedKernel &kernel, const AddressAnalysis &addresses,
                                               std::span<const Forwarding> forwardings);

// The cost of renamed loads.

/// Adds MemoryRenamingRules::port to the demands of each renamed load, except in operations that read and write memory
/// in place.
void add_renaming_demands(CostedKernel &kernel, const DependencyGraph &graph);

// Values that pass through memory and are stored again.

/// If a value is stored, loaded from the same address, and stored again unchanged, the latency from the first store to
/// the second may differ from the latency to an operation that uses the loaded value (MemoryAccessCost::relay_cycles).
/// If the latency to the second store is longer (for example 7.4 cycles instead of 5, for vectors), the second store
/// waits for the difference. If it is shorter (5 cycles instead of 6.4, for general registers), the longer latency
/// applies to a changed value only if one cycle passes between the load and the second store. If more cycles pass, the
/// latency decreases by the additional cycles.
void adjust_relayed_values(const CostedKernel &kernel, DependencyGraph &graph);

} // namespace osaca
