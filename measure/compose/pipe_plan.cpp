#include "measure/compose/pipe_plan.h"

#include "base/format.h"
#include "base/index.h"

#include <algorithm>
#include <bit>
#include <set>

namespace osaca::measure::compose {

namespace {

/// How many forms use a unit, and what they do. Some of the compiler's records are odd, so the majority decides.
struct UnitUse {
  int forms = 0;
  int loading = 0;
  int storing = 0;
  int timed = 0; ///< forms with a measured throughput

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
  constexpr std::size_t most = 57; // a model has 64 ports, and some are needed in addition to units
  PipePlan plan;
  for (const auto &[unit, use] : uses_of_units(facts)) {
    if (plan.ports.size() == most)
      break;
    if (use.timed == 0) { // no measured instruction needs it: a placeholder in the compiler's tables
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
    plan.ports.push_back({format_text("P{}", plan.ports.size()), kind});
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

PipePlan plan_of_model(const MachineModel &model) {
  PipePlan plan;
  plan.ports = model.core().ports;
  for (const auto &[unit, names] : model.data().compiler_ports)
    for (std::size_t i = 0; i < plan.ports.size(); ++i)
      if (std::ranges::find(names, plan.ports[i].name) != names.end())
        plan.of_unit[unit] |= PortSet(1) << i;
  plan.loads = model.core().ports_of_kind(PortKind::load);
  plan.stores = model.core().ports_of_kind(PortKind::store);
  for (std::size_t i = 0; i < plan.ports.size(); ++i)
    if (plan.ports[i].kind == PortKind::divider) { // the first one is for vectors, the last one for integers
      const PortSet port = PortSet(1) << i;
      plan.vector_divider = plan.vector_divider == 0 ? port : plan.vector_divider;
      plan.integer_divider = port;
    }
  return plan;
}

namespace {

constexpr int pipes_of_file = 64;

struct KnownTwice {
  InferredPipes pipes = 0;
  PortSet ports = 0;
};

/// Forms with one uop in both sources and the same number of ports and pipes.
std::vector<KnownTwice> known_twice(const PipePlan &plan, const std::vector<FormFacts> &facts) {
  std::vector<KnownTwice> made;
  for (const FormFacts &form : facts) {
    if (form.inferred == nullptr || form.inferred->uops.size() != 1)
      continue;
    const std::vector<PortDemand> demands = plan.demands(form.compiler);
    const InferredPipes pipes = form.inferred->uops.front().pipes;
    if (demands.size() == 1 && std::popcount(demands.front().ports) == std::popcount(pipes))
      made.push_back({pipes, demands.front().ports});
  }
  return made;
}

/// How well a pipe matches a port: the number of forms that use both, minus half of those that use only one of them.
/// Small sets have more weight.
double affinity(const std::vector<KnownTwice> &known, int pipe, int port) {
  double sum = 0;
  for (const KnownTwice &form : known) {
    const bool has_pipe = (form.pipes >> pipe & 1) != 0;
    const bool has_port = (form.ports >> port & 1) != 0;
    const double weight = 1.0 / std::popcount(form.ports);
    sum += has_pipe && has_port ? weight : has_pipe != has_port ? -weight / 2 : 0;
  }
  return sum;
}

} // namespace

PipeMatching::PipeMatching(const PipePlan &plan, const std::vector<FormFacts> &facts)
    : plan_(plan), port_of_pipe_(pipes_of_file, -1) {
  const std::vector<KnownTwice> forms = known_twice(plan, facts);
  std::vector<bool> taken(plan.ports.size(), false);
  while (true) {
    double best = 0;
    int best_pipe = -1;
    int best_port = -1;
    for (int pipe = 0; pipe < pipes_of_file; ++pipe)
      for (int port = 0; port < static_cast<int>(plan.ports.size()) && port_of_pipe_[at(pipe)] < 0; ++port)
        if (const double score = taken[at(port)] ? 0 : affinity(forms, pipe, port); score > best) {
          best = score;
          best_pipe = pipe;
          best_port = port;
        }
    if (best_pipe < 0)
      break;
    port_of_pipe_[at(best_pipe)] = best_port;
    taken[at(best_port)] = true;
  }
  const auto same =
      std::ranges::count_if(forms, [this](const KnownTwice &one) { return ports_of(one.pipes) == one.ports; });
  agreement_ = forms.empty() ? 0 : static_cast<double>(same) / static_cast<double>(forms.size());
}

std::optional<PortSet> PipeMatching::ports_of(InferredPipes pipes) const {
  PortSet set = 0;
  for (int pipe = 0; pipe < pipes_of_file; ++pipe)
    if ((pipes >> pipe & 1) != 0) {
      if (port_of_pipe_[at(pipe)] < 0)
        return std::nullopt;
      set |= PortSet(1) << port_of_pipe_[at(pipe)];
    }
  return set;
}

std::optional<std::vector<PortDemand>> PipeMatching::demands(const FormFacts &form) const {
  if (form.inferred == nullptr || form.inferred->status != InferredForm::Status::uops || form.inferred->uops.empty())
    return std::nullopt;
  std::vector<PortDemand> made;
  for (const InferredUop &uop : form.inferred->uops) {
    const auto ports = uop.pipes == 0 ? std::optional(plan_.vector_divider) : ports_of(uop.pipes);
    if (!ports)
      return std::nullopt;
    made.push_back({*ports, Cycles::nearest(uop.cycles)});
  }
  return made;
}

} // namespace osaca::measure::compose
