// The `forms:` of a composed model, and which ports the operation of each form uses.
#pragma once

#include "measure/compose/core_sections.h"
#include "measure/compose/form_facts.h"
#include "measure/compose/pipe_plan.h"
#include "measure/compose/port_sets.h"
#include "measure/compose/result_files.h"
#include "model/machine_model.h"

#include <map>
#include <string>
#include <vector>

namespace osaca::measure::compose {

// Which ports the operation of a form uses. If the ports of the compiler's units explain the measured throughput, it
// uses these. Otherwise it uses the most similar ports that explain the throughput.

/// Where the ports come from: the model's `source` of the form.
enum class PortBasis {
  inferred,  ///< from the times of mixes of instructions
  confirmed, ///< the compiler's ports, which explain the measured throughput
  at_rename, ///< no port: the form is as fast as instructions are dispatched
  narrowed,  ///< not the compiler's ports, but a smaller or larger set that other forms use
  slow_unit, ///< the compiler's ports and a slow unit in addition
  stretched, ///< the compiler's ports, occupied for longer or shorter
  compiler   ///< the compiler's ports; the throughput was not measured
};

struct FormPorts {
  std::vector<PortDemand> demands; ///< of the operation, without its memory access
  Cycles slots = 1;
  PortBasis basis = PortBasis::compiler;
};

class PortChooser {
public:
  PortChooser(const PipePlan &plan, const PipeMatching &inferred, const std::vector<FormFacts> &facts,
              double dispatch_width);

  /// The ports of a form that accesses no memory, or of the operation of a form that does.
  [[nodiscard]] FormPorts choose(const FormFacts &form) const;

  /// The sets of ports of forms with one uop whose throughput they explain.
  [[nodiscard]] const KnownPortSets &known_sets() const { return known_sets_; }

private:
  [[nodiscard]] std::vector<PortDemand> operation_demands(const FormFacts &form) const;
  [[nodiscard]] FormPorts fitted(const FormFacts &form, std::vector<PortDemand> demands, double by_ports,
                                 double measured) const;
  [[nodiscard]] Cycles slots_of(const FormFacts &form, const std::vector<PortDemand> &demands) const;

  const PipePlan &plan_;
  const PipeMatching &inferred_;
  double width_;
  KnownPortSets known_sets_;
};

[[nodiscard]] bool throughputs_agree(double a_cycles, double b_cycles);

// The extra cost of conditions that read both carry and zero, for the entries of forms.

/// The line `carry_and_zero` of the form's entry. It is empty unless `form` is a conditional set or move, and
/// conditions that read the carry and zero flags need more slots. `demands`: the demands of the form if its condition
/// does not read both flags.
[[nodiscard]] std::string carry_and_zero_text(const StructureFindings &structure, const FormFacts &form,
                                              std::vector<PortDemand> demands, const std::vector<Port> &ports);

// The `forms:` of a composed model.

struct FormEntries {
  std::string yaml;
  int forms = 0;
  std::map<std::string, int> by_basis;
};

/// Forms with a memory operand get no entry if their figures follow from the entry of the register form and from the
/// core's loads and stores.
[[nodiscard]] FormEntries form_entries(const CoreEvidence &evidence, const PortChooser &chooser);

/// The key of the origin in the model's `sources`.
[[nodiscard]] const char *source_of(PortBasis basis);
[[nodiscard]] const std::vector<std::pair<const char *, const char *>> &form_sources();

} // namespace osaca::measure::compose
