#include "report/loop_figures.h"

namespace osaca {

double ComparedCycles::ratio() const {
  const double old_cycles = before.to_double();
  const double new_cycles = after.to_double();
  return old_cycles > 0 ? new_cycles / old_cycles : new_cycles > 0 ? 1e9 : 1.0;
}

ComparedCycles compared_cycles(const LoopFigures &before, const LoopFigures &after) {
  const std::optional<Cycles> old_cycles = before.cycles_per_source_iteration();
  const std::optional<Cycles> new_cycles = after.cycles_per_source_iteration();
  if (old_cycles && new_cycles && (before.source_iterations != 1 || after.source_iterations != 1))
    return {*old_cycles, *new_cycles, true};
  return {before.cycles_per_iteration, after.cycles_per_iteration, false};
}

} // namespace osaca
