#include "analysis/bounds/mechanisms.h"

#include "analysis/graph/core_effects.h"
#include "analysis/graph/memory_renaming.h"
#include "analysis/graph/store_forwarding.h"

namespace osaca {
namespace {

constexpr Mechanism in_order[] = {
    {"addresses", "", "every later step needs the addresses of accesses",
     [](PreparedKernel &loop, const PreparationOptions &options) {
       loop.addresses = analyze_addresses(loop.kernel);
       move_arrays(loop.addresses, options.array_offset_bytes);
     }},
    {"line crossings", "core.line_crossing",
     "before bank collisions and grouped accesses, which apply only if all loads still take one cycle",
     [](PreparedKernel &loop, const PreparationOptions &) { raise_crossing_loads(loop.kernel, loop.addresses); }},
    {"bank collisions", "core.load_banks.collisions",
     "after line crossings; ignores the port of the banks, so it could also follow load banks",
     [](PreparedKernel &loop, const PreparationOptions &) { raise_colliding_loads(loop.kernel, loop.addresses); }},
    {"load banks", "core.load_banks",
     "only adds demands for the port of the banks, which the steps before and after it do not use",
     [](PreparedKernel &loop, const PreparationOptions &) { add_bank_demands(loop.kernel, loop.addresses); }},
    {"grouped accesses", "core.grouped_accesses", "after line crossings, for the same reason as bank collisions",
     [](PreparedKernel &loop, const PreparationOptions &) { raise_grouped_accesses(loop.kernel); }},
    {"vector results", "core.vector_results", "adds demands for a port that only needs to be known before the bounds",
     [](PreparedKernel &loop, const PreparationOptions &) { add_vector_result_demands(loop.kernel); }},
    {"dependencies", "", "needs addresses, for stores that are forwarded; latencies do not depend on port demands",
     [](PreparedKernel &loop, const PreparationOptions &options) {
       loop.graph = dependency_graph(loop.kernel, loop.addresses, options.dependencies);
     }},
    {"relayed values", "core.stores[].relay", "changes the latency of edges between stores and loads",
     [](PreparedKernel &loop, const PreparationOptions &) { adjust_relayed_values(loop.kernel, loop.graph); }},
    {"memory renaming", "core.memory_renaming.ports",
     "after all changes of latencies: a renamed load is an edge without latency",
     [](PreparedKernel &loop, const PreparationOptions &) { add_renaming_demands(loop.kernel, loop.graph); }},
    {"failed store forwarding", "core.stores[].failed_forward_ports", "needs the failed forwardings in the graph",
     [](PreparedKernel &loop, const PreparationOptions &) {
       add_failed_forwarding_demands(loop.kernel, loop.addresses, loop.graph);
     }},
    {"late additions", "core.renamed_additions.late_ports", "needs the readers of each addition in the graph",
     [](PreparedKernel &loop, const PreparationOptions &) { add_late_additions(loop.kernel, loop.graph); }},
};

} // namespace

std::span<const Mechanism> mechanisms() { return in_order; }

PreparedKernel prepare(CostedKernel kernel, const PreparationOptions &options) {
  PreparedKernel prepared{std::move(kernel), {}, {}};
  for (const Mechanism &mechanism : in_order)
    mechanism.apply(prepared, options);
  if (prepared.kernel.region == RegionKind::function)
    make_calls_independent(prepared.kernel, prepared.graph);
  return prepared;
}

} // namespace osaca
