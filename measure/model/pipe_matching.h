// Which port stands for which pipe of a ports file: pipes have no names, so forms decide whose ports both sides know.
#pragma once

#include "measure/model/form_facts.h"
#include "measure/model/pipe_plan.h"

#include <optional>
#include <vector>

namespace osaca::measure::composer {

class PipeMatching {
public:
  PipeMatching(const PipePlan &plan, const std::vector<FormFacts> &facts);

  /// What was inferred of the form in terms of ports; empty: nothing, or of a pipe that no port stands for.
  [[nodiscard]] std::optional<std::vector<PortDemand>> demands(const FormFacts &form) const;

  /// Of the forms that both sides know, how many are then the same; 0 to 1.
  [[nodiscard]] double agreement() const { return agreement_; }

private:
  [[nodiscard]] std::optional<PortSet> ports_of(InferredPipes pipes) const;

  const PipePlan &plan_;
  std::vector<int> port_of_pipe_; ///< -1: none
  double agreement_ = 0;
};

} // namespace osaca::measure::composer
