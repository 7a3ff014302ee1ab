#include "analysis/bounds/mechanisms.h"

#include "analysis/graph/mechanisms.h"
#include "analysis/graph/memory_renaming.h"
#include "analysis/graph/store_forwarding.h"

namespace osaca {
namespace {

constexpr Mechanism in_order[] = {
    {"addresses", "", "every later step asks where accesses go",
     [](PreparedKernel &loop, const DependencyOptions &) { loop.addresses = analyze_addresses(loop.kernel); }},
    {"line crossings", "core.line_crossing",
     "first of the steps that make loads slower: the next three expect loads that take one cycle and leave others "
     "alone",
     [](PreparedKernel &loop, const DependencyOptions &) { raise_crossing_loads(loop.kernel, loop.addresses); }},
    {"bank collisions", "core.load_banks.collisions",
     "before the demands of the banks, which are no demands of the load ports",
     [](PreparedKernel &loop, const DependencyOptions &) { raise_colliding_loads(loop.kernel, loop.addresses); }},
    {"load banks", "core.load_banks", "after all that counts the demands of loads: it adds demands for another port",
     [](PreparedKernel &loop, const DependencyOptions &) { add_bank_demands(loop.kernel, loop.addresses); }},
    {"grouped accesses", "core.grouped_accesses",
     "last of the steps before the graph: a loop that an earlier step made slower does not fill its groups evenly",
     [](PreparedKernel &loop, const DependencyOptions &) { raise_grouped_accesses(loop.kernel); }},
    {"dependencies", "", "needs addresses, for stores that are forwarded; latencies do not depend on port demands",
     [](PreparedKernel &loop, const DependencyOptions &options) {
       loop.graph = dependency_graph(loop.kernel, loop.addresses, options);
     }},
    {"relayed values", "core.stores[].relay", "changes the latency of edges between stores and loads",
     [](PreparedKernel &loop, const DependencyOptions &) { adjust_relayed_values(loop.kernel, loop.graph); }},
    {"memory renaming", "core.memory_renaming.ports", "needs to know which edges are renamed: those of no latency",
     [](PreparedKernel &loop, const DependencyOptions &) { add_renaming_demands(loop.kernel, loop.graph); }},
    {"failed store forwarding", "core.stores[].failed_forward_ports", "needs the failed forwardings that the graph has",
     [](PreparedKernel &loop, const DependencyOptions &) {
       add_failed_forwarding_demands(loop.kernel, loop.addresses, loop.graph);
     }},
    {"late additions", "core.renamed_additions.late_ports", "needs to know who reads the result of an addition",
     [](PreparedKernel &loop, const DependencyOptions &) { add_late_additions(loop.kernel, loop.graph); }},
};

} // namespace

std::span<const Mechanism> mechanisms() { return in_order; }

PreparedKernel prepare(CostedKernel kernel, const DependencyOptions &options) {
  PreparedKernel prepared{std::move(kernel), {}, {}};
  for (const Mechanism &mechanism : in_order)
    mechanism.apply(prepared, options);
  return prepared;
}

} // namespace osaca
