// What conditions that need carry and zero at once cost more than others, for the entries of forms.
#pragma once

#include "measure/model/form_facts.h"
#include "measure/model/structure_reader.h"
#include "model/machine_model.h"

#include <string>
#include <vector>

namespace osaca::measure::composer {

/// The form's line `carry_and_zero`, if `form` sets a byte or moves under a condition and such conditions were found to
/// take more slots; else "". `demands` are those of the form with other conditions.
[[nodiscard]] std::string carry_and_zero_text(const StructureFindings &structure, const FormFacts &form,
                                              std::vector<PortDemand> demands, const std::vector<Port> &ports);

} // namespace osaca::measure::composer
