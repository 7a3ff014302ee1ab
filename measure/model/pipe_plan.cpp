#include "measure/model/pipe_plan.h"

#include <algorithm>
#include <set>

namespace osaca::measure::composer {
namespace {

/// How many forms use a unit, and what they do. A few records of the compiler's are odd, so the many decide.
struct UnitUse {
  int forms = 0;
  int loading = 0;
  int storing = 0;
  int timed = 0; ///< whose throughput was measured

  [[nodiscard]] bool is_for(int count) const { return count * 10 >= forms * 9; }
};

std::map<std::string, UnitUse> uses_of_units(const std::vector<FormFacts> &facts) {
  std::map<std::string, UnitUse> uses;
  for (const FormFacts &form : facts)
    if (form.compiler.known)
      for (const CompilerCost::ResourceUse &use : form.compiler.uses)
        for (const std::string &unit : use.units) {
          UnitUse &known = uses[unit];
          ++known.forms;
          known.timed += form.throughput ? 1 : 0;
          known.loading += form.instruction.loads ? 1 : 0;
          known.storing += form.instruction.stores ? 1 : 0;
        }
  return uses;
}

} // namespace

std::vector<PortDemand> PipePlan::demands(const CompilerCost &cost) const {
  std::vector<PortDemand> made;
  for (const CompilerCost::ResourceUse &use : cost.uses) {
    PortSet set = 0;
    for (const std::string &unit : use.units)
      if (const auto found = of_unit.find(unit); found != of_unit.end())
        set |= found->second;
    if (set == 0 || !(Cycles(0) < use.cycles))
      continue;
    const auto same = std::ranges::find_if(made, [set](const PortDemand &d) { return d.ports == set; });
    if (same != made.end())
      same->cycles += use.cycles;
    else
      made.push_back({set, use.cycles});
  }
  return made;
}

PipePlan plan_of_units(const std::vector<FormFacts> &facts) {
  constexpr std::size_t most = 57; // a model has 64 ports, and others are needed besides units
  PipePlan plan;
  for (const auto &[unit, use] : uses_of_units(facts)) {
    if (plan.ports.size() == most)
      break;
    if (use.timed == 0) { // nothing that runs needs it: a placeholder in the compiler's tables
      plan.of_unit[unit] = 0;
      continue;
    }
    const PortSet port = PortSet(1) << plan.ports.size();
    const PortKind kind = use.is_for(use.loading)   ? PortKind::load
                          : use.is_for(use.storing) ? PortKind::store
                                                    : PortKind::execution;
    plan.loads |= kind == PortKind::load ? port : 0;
    plan.stores |= kind == PortKind::store ? port : 0;
    plan.of_unit[unit] = port;
    plan.ports.push_back({"P" + std::to_string(plan.ports.size()), kind});
  }
  plan.ports.push_back({crossing_port, PortKind::load});
  plan.ports.push_back({bank_port, PortKind::load});
  plan.ports.push_back({renaming_port, PortKind::load});
  plan.ports.push_back({lock_port, PortKind::store});
  plan.vector_divider = PortSet(1) << plan.ports.size();
  plan.ports.push_back({"DIV", PortKind::divider});
  plan.integer_divider = PortSet(1) << plan.ports.size();
  plan.ports.push_back({"IDIV", PortKind::divider});
  return plan;
}

} // namespace osaca::measure::composer
