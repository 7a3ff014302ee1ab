#include "report/roofline_figures.h"

namespace osaca {
namespace {

double rate_of(const RooflineReport &roofline, Cycles cycles) {
  return roofline.operations().to_double() / cycles.to_double();
}

} // namespace

std::optional<double> operations_per_cycle(const KernelReport &kernel) {
  if (!kernel.roofline || kernel.cycles_per_iteration <= Cycles(0))
    return std::nullopt;
  return rate_of(*kernel.roofline, kernel.cycles_per_iteration);
}

std::optional<double> giga_operations_per_second(const KernelReport &kernel) {
  const std::optional<double> rate = operations_per_cycle(kernel);
  return rate && kernel.roofline->clock_ghz ? std::optional(*rate * *kernel.roofline->clock_ghz) : std::nullopt;
}

std::optional<double> share_of_peak(const KernelReport &kernel) {
  const std::optional<double> rate = operations_per_cycle(kernel);
  if (!rate || !kernel.roofline->peak || !kernel.complete) // without all costs, the rate is too high
    return std::nullopt;
  return *rate / kernel.roofline->peak->per_cycle.to_double();
}

std::vector<LevelRoof> level_roofs(const KernelReport &kernel) {
  std::vector<LevelRoof> roofs;
  if (!kernel.roofline || !kernel.memory)
    return roofs;
  for (const MemoryLevelFigures &level : kernel.memory->levels) {
    const Cycles lines = level.traffic.lines_read + level.traffic.lines_written;
    if (level.lower_bound_only || lines <= Cycles(0) || level.leg_cycles <= Cycles(0) ||
        level.cycles_per_iteration <= Cycles(0))
      continue;
    const double bytes = lines.to_double() * kernel.memory->line_bytes;
    roofs.push_back({level.name, kernel.roofline->operations().to_double() / bytes,
                     bytes / level.leg_cycles.to_double(), rate_of(*kernel.roofline, level.cycles_per_iteration)});
  }
  return roofs;
}

} // namespace osaca
