#include "measure/model/pipe_matching.h"

#include "base/index.h"

#include <algorithm>
#include <bit>

namespace osaca::measure::composer {
namespace {

constexpr int pipes_of_file = 64;

struct KnownTwice {
  InferredPipes pipes = 0;
  PortSet ports = 0;
};

/// Forms of one uop on both sides, on equally many.
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

/// How well a pipe and a port go together: forms that have both, less those that have one of them. Narrow sets say
/// more.
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

} // namespace osaca::measure::composer
