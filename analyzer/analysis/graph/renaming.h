// Memory renaming: loads that take their value from the register that an earlier store wrote, at no latency.
#pragma once

#include "analysis/graph/address.h"
#include "base/index.h"

#include <utility>
#include <vector>

namespace osaca {

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

} // namespace osaca
