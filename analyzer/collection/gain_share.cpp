#include "collection/gain_share.h"

#include <algorithm>

namespace osaca {
namespace {

constexpr double beside_the_work = 0.1;

double share_left_by_next_bound(const KernelReport &kernel) {
  const double cycles = kernel.cycles_per_iteration.to_double();
  double next = 0;
  for (const Bound &bound : kernel.bounds)
    if (bound.kind != kernel.bound_by)
      next = std::max(next, bound.cycles.to_double());
  return cycles > 0 ? std::clamp((cycles - next) / cycles, 0.0, 1.0) : 0;
}

bool explains_the_bound(const Finding &finding, BoundKind bound) {
  return finding.rule == rule_of(bound) || finding.rule == "osaca-memory-carried" ||
         (bound == BoundKind::memory && finding.rule == "osaca-latency-bound");
}

double share_of_work(const Finding &finding, const KernelReport &kernel) {
  if (explains_the_bound(finding, kernel.bound_by))
    return share_left_by_next_bound(kernel);
  if (kernel.bound_by == BoundKind::memory)
    return 0; // nobody waits for the core
  if (finding.rule == "osaca-scalar-code")
    return 0.5;
  if (finding.rule == "osaca-missed-fma" && !kernel.instructions.empty())
    return 1.0 / static_cast<double>(kernel.instructions.size());
  return 0;
}

} // namespace

double gain_share(const Finding &finding, const KernelReport &kernel) {
  return share_of_work(finding, kernel) * (kernel.role.is_beside_the_work() ? beside_the_work : 1);
}

} // namespace osaca
