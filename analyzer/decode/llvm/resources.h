// The execution units of one of LLVM's cores.
//
// LLVM describes a core by resources: single units, several equal units under one name, and groups of other resources.
// Its tables list, for each instruction, what it uses of each resource *and* the sum over every group that contains it;
// here the groups are given back what belongs to their members, so that each use is counted once. Worked example: a
// load and an addition on P0|P1 appear as P23:1, P01:1, P0123:2; nothing of the last is its own. Groups with the same
// members count as one.
#pragma once

#include "decode/llvm/target.h"
#include "kernel/cost.h"

#include <map>
#include <string>
#include <vector>

namespace osaca {

class CoreResources {
public:
  explicit CoreResources(const llvm::MCSchedModel &model);

  /// Names of the single units, in LLVM's order: "Zn4FP0", or "Zn4Load.0" where a resource has several.
  [[nodiscard]] const std::vector<std::string> &units() const { return units_; }

  /// For each resource that is no group, by LLVM's name, its units: uses_of() speaks of these resources.
  [[nodiscard]] std::map<std::string, std::vector<std::string>> units_of_resources() const;

  [[nodiscard]] std::vector<CompilerCost::ResourceUse> uses_of(const llvm::MCSubtargetInfo &core,
                                                               const llvm::MCSchedClassDesc &scheduling_class) const;

private:
  std::vector<std::string> units_;
  std::vector<std::vector<int>> members_;        ///< per resource: indices into units_, sorted
  std::vector<std::vector<std::string>> leaves_; ///< per resource: the resources in it that are no groups, or itself
};

} // namespace osaca
