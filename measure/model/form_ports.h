// Which ports a form's operation uses: the compiler's units where they give the measured throughput, otherwise the
// nearest that does.
#pragma once

#include "measure/model/form_facts.h"
#include "measure/model/pipe_matching.h"
#include "measure/model/pipe_plan.h"

#include <map>
#include <vector>

namespace osaca::measure::composer {

/// How the ports came about: the model's `source` of the form.
enum class PortBasis {
  inferred,  ///< from mixes of instructions
  confirmed, ///< the compiler's, and they give the measured throughput
  at_rename, ///< none: as fast as instructions are taken up
  narrowed,  ///< fewer or more pipes than the compiler says, a set that others have
  slow_unit, ///< the compiler's, and a slow unit besides
  stretched, ///< the compiler's, busy for longer or shorter
  compiler   ///< the throughput was not measured
};

struct FormPorts {
  std::vector<PortDemand> demands; ///< of the operation, without the access
  Cycles slots = 1;
  PortBasis basis = PortBasis::compiler;
};

class PortChooser {
public:
  PortChooser(const PipePlan &plan, const PipeMatching &inferred, const std::vector<FormFacts> &facts,
              double dispatch_width);

  /// Of a form that accesses no memory, or of the operation of one that does.
  [[nodiscard]] FormPorts choose(const FormFacts &form) const;

  /// The widest set that forms of one uop have; 0: none has any.
  [[nodiscard]] PortSet widest_set() const;
  /// The most usual one of that size within `ports`, or `ports`.
  [[nodiscard]] PortSet narrower_set(PortSet ports, int size) const;

private:
  [[nodiscard]] std::vector<PortDemand> operation_demands(const FormFacts &form) const;
  [[nodiscard]] PortSet similar_set(PortSet ports, int size) const;
  [[nodiscard]] FormPorts fitted(const FormFacts &form, std::vector<PortDemand> demands, double by_ports,
                                 double measured) const;
  [[nodiscard]] Cycles slots_of(const FormFacts &form, const std::vector<PortDemand> &demands) const;

  const PipePlan &plan_;
  const PipeMatching &inferred_;
  double width_;
  std::map<PortSet, int> known_sets_; ///< of forms of one uop whose throughput is that of the set
};

[[nodiscard]] bool throughputs_agree(double a_cycles, double b_cycles);

} // namespace osaca::measure::composer
