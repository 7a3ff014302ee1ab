// Forms that differ in nothing but the size of an immediate do the same work.
#pragma once

#include "measure/model/form_facts.h"

#include <vector>

namespace osaca::measure::composer {

/// Measured code is long and decoded anew each time, where long immediates cost what they do not in loops. A form that
/// took clearly longer than one with a smaller immediate gets that one's figures.
[[nodiscard]] std::vector<FormFacts> with_figures_of_siblings(std::vector<FormFacts> facts);

} // namespace osaca::measure::composer
