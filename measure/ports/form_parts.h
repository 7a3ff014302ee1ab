// Which forms an instruction that works on memory probably consists of: what it does with registers, a load, a store.
#pragma once

#include "measure/ports/prepared_form.h"

#include <vector>

namespace osaca::measure {

/// Fills in `parts` of the forms that read memory and do more than that, as far as their parts are among the forms.
void find_parts(std::vector<PreparedForm> &forms);

} // namespace osaca::measure
