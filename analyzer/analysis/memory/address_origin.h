// Where an address comes from that moves by no known step: traced back through the dependency graph.
#pragma once

#include "analysis/bounds/prediction.h"

#include <vector>

namespace osaca {

enum class AddressOrigin {
  computed, ///< of no loaded value
  loaded,   ///< of a value that another access loads
  chased    ///< of what the access itself loaded in an earlier iteration
};

/// Of the accesses of one loop, which must outlive this.
class AddressOrigins {
public:
  explicit AddressOrigins(const PreparedKernel &prepared);

  /// Loads of a place that no iteration changes (a spilled register, a constant) give what was stored there, and count
  /// as loaded from nowhere.
  [[nodiscard]] AddressOrigin of(const MemoryAccess &access) const;

  /// The edges that bring an access its address.
  [[nodiscard]] std::vector<EdgeIndex> edges_to(const MemoryAccess &access) const;

private:
  const DependencyGraph &graph_;
  std::vector<EdgeIndex> by_target_;         ///< all edges, those to one node together
  Indexed<ValueNode, std::size_t> first_;    ///< in by_target_
  Indexed<ValueNode, bool> loads_elsewhere_; ///< loaded by an access that moves
};

} // namespace osaca
