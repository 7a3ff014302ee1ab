#pragma once

#include "measure/file/measurement.h"
#include "measure/tables/form_figures.h"

namespace osaca::measure {

/// Figures that depend on operand values become ranges; unstable ones are left out.
[[nodiscard]] FormFigures figures_of(const MeasuredForm &form);

} // namespace osaca::measure
