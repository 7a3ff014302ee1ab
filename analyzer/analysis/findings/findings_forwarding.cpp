// Loads that read more than the store before them wrote.
#include "analysis/findings/findings.h"

#include <algorithm>

namespace osaca {
namespace {

/// Where the chains of the loop are shorter, such loads run beside each other and cost next to nothing.
bool is_waited_for(const KernelFacts &facts, const FailedForwarding &failed) {
  const Cycles iterations(std::max(failed.distance, 1));
  return failed.cycles.is_zero() || facts.report.bound(BoundKind::loop_carried) * iterations >= failed.cycles;
}

} // namespace

void find_blocked_forwarding(const KernelFacts &facts, std::vector<Finding> &findings) {
  for (const FailedForwarding &failed : facts.graph.failed_forwardings) {
    if (!is_waited_for(facts, failed))
      continue;
    const MemoryAccess &store = facts.addresses.accesses[at(failed.store)];
    const MemoryAccess &load = facts.addresses.accesses[at(failed.load)];
    findings.push_back(make_finding(facts, "osaca-store-forwarding",
                                    ForwardingBlocked{instruction_at(facts, store.instruction).text,
                                                      instruction_at(facts, load.instruction).text, store.width_bytes,
                                                      load.width_bytes, failed.cycles},
                                    {load.instruction, store.instruction}));
    return; // of several, the first
  }
}

} // namespace osaca
