// What a model says of one instruction form alone: how often it can begin, and how long each result takes.
#pragma once

#include "form_maker.h"
#include "model/machine_model.h"
#include "published.h"

#include <optional>
#include <string>
#include <utility>

namespace osaca::accuracy {

class FormFigures {
public:
  FormFigures(const MachineModel &model, const MadeForm &form);

  /// False: neither the model nor the compiler's scheduling model has it.
  [[nodiscard]] bool known() const { return known_; }
  [[nodiscard]] Origin origin() const { return origin_; }
  /// Cycles from one to the next if nothing waits: the largest of the bounds by ports, dividers and dispatch.
  [[nodiscard]] double throughput() const { return throughput_; }
  /// Nothing: the result does not depend on that operand as we see it.
  [[nodiscard]] std::optional<double> latency(const OperandName &from, const OperandName &to) const;
  /// Instruction::operands that a source and a result stand for, -1 where there is none (or, of flags, the first).
  [[nodiscard]] std::pair<int, int> places(const OperandName &from, const OperandName &to) const;
  /// "FP2|FP3 2*FP1": which ports it occupies.
  [[nodiscard]] std::string ports_text(const MachineModel &model) const;
  [[nodiscard]] double dispatch_slots() const { return cost_.dispatch_slots.to_double(); }
  /// Needs no source: a zero idiom.
  [[nodiscard]] bool breaks_dependency() const { return breaks_dependency_; }

private:
  [[nodiscard]] std::vector<int> places_of(const OperandName &name, bool as_result) const;

  const MadeForm &form_;
  Cost cost_;
  bool known_ = false;
  bool eliminated_ = false;
  bool breaks_dependency_ = false;
  Origin origin_ = Origin::unknown;
  double throughput_ = 0;
};

} // namespace osaca::accuracy
