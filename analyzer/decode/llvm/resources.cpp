#include "decode/llvm/resources.h"

#include "base/index.h"

#include <algorithm>

namespace osaca {
namespace {

using Members = std::vector<int>;

bool contains_all(const Members &outer, const Members &inner) { return std::ranges::includes(outer, inner); }

struct Use {
  unsigned resource;
  bool is_inner; ///< it lies inside another resource, and may have as many units as that
  const Members *members;
  std::int64_t cycles; ///< as listed, then its own
};

} // namespace

CoreResources::CoreResources(const llvm::MCSchedModel &model)
    : members_(model.getNumProcResourceKinds()), leaves_(model.getNumProcResourceKinds()) {
  // Resource 0 is LLVM's invalid one.
  for (unsigned i = 1; i < members_.size(); ++i) {
    const llvm::MCProcResourceDesc &resource = *model.getProcResource(i);
    if (resource.SubUnitsIdxBegin != nullptr || resource.SuperIdx != 0)
      continue;
    for (unsigned unit = 0; unit < resource.NumUnits; ++unit) {
      members_[i].push_back(static_cast<int>(units_.size()));
      units_.push_back(resource.NumUnits == 1 ? resource.Name
                                              : std::string(resource.Name) + "." + std::to_string(unit));
    }
  }
  // A resource inside another one (not a group) takes that one's first units that no sibling has taken.
  std::vector<std::size_t> taken(members_.size(), 0);
  for (unsigned i = 1; i < members_.size(); ++i) {
    const llvm::MCProcResourceDesc &resource = *model.getProcResource(i);
    if (resource.SubUnitsIdxBegin != nullptr || resource.SuperIdx == 0)
      continue;
    const Members &outer = members_[resource.SuperIdx];
    for (unsigned unit = 0; unit < resource.NumUnits && !outer.empty(); ++unit)
      members_[i].push_back(outer[taken[resource.SuperIdx]++ % outer.size()]);
  }
  for (unsigned i = 1; i < members_.size(); ++i)
    if (model.getProcResource(i)->SubUnitsIdxBegin == nullptr)
      leaves_[i].emplace_back(model.getProcResource(i)->Name);
  for (unsigned i = 1; i < members_.size(); ++i) {
    const llvm::MCProcResourceDesc &resource = *model.getProcResource(i);
    for (unsigned unit = 0; resource.SubUnitsIdxBegin != nullptr && unit < resource.NumUnits; ++unit) {
      const Members &inner = members_[resource.SubUnitsIdxBegin[unit]];
      members_[i].insert(members_[i].end(), inner.begin(), inner.end());
      const std::string name = model.getProcResource(resource.SubUnitsIdxBegin[unit])->Name;
      if (std::ranges::find(leaves_[i], name) == leaves_[i].end())
        leaves_[i].push_back(name);
    }
    std::ranges::sort(members_[i]);
    members_[i].erase(std::unique(members_[i].begin(), members_[i].end()), members_[i].end());
  }
}

std::map<std::string, std::vector<std::string>> CoreResources::units_of_resources() const {
  std::map<std::string, std::vector<std::string>> made;
  for (std::size_t i = 1; i < members_.size(); ++i)
    if (leaves_[i].size() == 1 && !made.count(leaves_[i].front()))
      for (const int unit : members_[i])
        made[leaves_[i].front()].push_back(units_[at(unit)]);
  return made;
}

std::vector<CompilerCost::ResourceUse> CoreResources::uses_of(const llvm::MCSubtargetInfo &core,
                                                              const llvm::MCSchedClassDesc &scheduling_class) const {
  const llvm::MCSchedModel &model = core.getSchedModel();
  std::vector<Use> uses;
  for (const auto *entry = core.getWriteProcResBegin(&scheduling_class);
       entry != core.getWriteProcResEnd(&scheduling_class); ++entry)
    uses.push_back({entry->ProcResourceIdx, model.getProcResource(entry->ProcResourceIdx)->SuperIdx != 0,
                    &members_.at(entry->ProcResourceIdx),
                    std::int64_t{entry->ReleaseAtCycle} - std::int64_t{entry->AcquireAtCycle}});
  std::ranges::stable_sort(uses, [](const Use &a, const Use &b) {
    return a.members->size() != b.members->size() ? a.members->size() < b.members->size() : a.is_inner && !b.is_inner;
  });
  std::vector<CompilerCost::ResourceUse> made;
  for (std::size_t i = 0; i < uses.size(); ++i) {
    for (std::size_t inner = 0; inner < i; ++inner)
      if (uses[inner].cycles > 0 && contains_all(*uses[i].members, *uses[inner].members))
        uses[i].cycles -= uses[inner].cycles;
    if (uses[i].cycles <= 0)
      continue;
    CompilerCost::ResourceUse use;
    use.units = leaves_[uses[i].resource];
    use.cycles = Cycles(uses[i].cycles);
    made.push_back(std::move(use));
  }
  return made;
}

} // namespace osaca
