#include "analysis/findings/advice.h"
#include "analysis/findings/findings.h"

#include <algorithm>

namespace osaca {
namespace {

std::string of_cycles(Cycles part, Cycles whole) { return part.text() + " of " + whole.text() + " cycles"; }

/// Instructions that keep one of `ports` busy, the busiest first.
std::vector<int> users_of(const KernelFacts &facts, PortSet ports) {
  std::vector<std::pair<Cycles, int>> users;
  for (std::size_t i = 0; i < facts.pressure.per_instruction.size(); ++i) {
    Cycles busy;
    for (std::size_t port = 0; port < facts.pressure.per_instruction[i].size(); ++port)
      if ((ports >> port & 1) != 0)
        busy += facts.pressure.per_instruction[i][port];
    if (!busy.is_zero())
      users.emplace_back(busy, static_cast<int>(i));
  }
  std::stable_sort(users.begin(), users.end(), [](const auto &a, const auto &b) { return b.first < a.first; });
  std::vector<int> order;
  for (const auto &[busy, i] : users)
    order.push_back(i);
  return order;
}

std::string port_shares(const KernelFacts &facts, PortSet ports) {
  std::string text;
  for (std::size_t port = 0; port < facts.pressure.total.size(); ++port)
    if ((ports >> port & 1) != 0)
      text += (text.empty() ? "" : ", ") + facts.kernel.model.core().ports[port].name + " " +
              facts.pressure.total[port].text();
  return text;
}

void find_divider(const KernelFacts &facts, std::vector<Finding> &findings) {
  const auto users = users_of(facts, facts.pressure.divider_bottleneck);
  findings.push_back(
      advised(make_finding(facts, "osaca-divider-bound",
                           mnemonics(facts, users) + (users.size() == 1 ? " occupies" : " occupy") + " the divider " +
                               of_cycles(facts.pressure.divider_bound, facts.report.cycles_per_iteration) +
                               ": an unhidden division or square root",
                           users),
              advice_on_divider(facts, users)));
}

void find_ports(const KernelFacts &facts, std::vector<Finding> &findings) {
  const auto users = users_of(facts, facts.pressure.execution_bottleneck);
  findings.push_back(advised(
      make_finding(facts, "osaca-port-bound",
                   mnemonics(facts, users) + " keep" + (users.size() == 1 ? "s" : "") +
                       " the busiest ports occupied for " + (facts.report.simulated_cycles ? "" : "all ") +
                       facts.pressure.execution_bound.text() +
                       (facts.report.simulated_cycles ? " of " + facts.report.cycles_per_iteration.text() : "") +
                       " cycles (" + port_shares(facts, facts.pressure.execution_bottleneck) + ")",
                   users),
      advice_on_ports(facts, facts.pressure.execution_bottleneck, users)));
}

std::string slow_code(const KernelFacts &facts) {
  const CodeSupply &code = facts.front_end.code;
  const Core &core = facts.kernel.model.core();
  if (code.limit == CodeSupply::Limit::blocks)
    return "its " + std::to_string(code.bytes) + " bytes of code lie in " + code.blocks.text(1) +
           " aligned blocks of " + std::to_string(core.fetch->block_bytes) + " bytes, and one is read per cycle";
  if (code.limit == CodeSupply::Limit::entries)
    return "its macro-ops lie in " + std::to_string(code.entries) + " entries of the cache of decoded instructions (" +
           std::to_string(core.op_cache->entry_ops) + " in each, and none across aligned blocks of " +
           std::to_string(core.fetch->block_bytes) + " bytes), and one is read per cycle";
  if (code.limit == CodeSupply::Limit::decoders)
    return "its " + std::to_string(facts.code.instructions.size()) +
           " instructions do not fit into the cache of decoded instructions: " +
           std::to_string(core.op_cache->decoded_per_cycle) + " per cycle are decoded";
  return "its " + std::to_string(code.bytes) + " bytes of code do not fit into the first-level instruction cache: " +
         std::to_string(core.fetch->beyond_bytes_per_cycle) + " bytes per cycle come from behind it";
}

void find_front_end(const KernelFacts &facts, std::vector<Finding> &findings) {
  const FrontEnd &front = facts.front_end;
  const std::string width = facts.kernel.model.core().dispatch_width.value.text();
  const std::string message =
      front.code_is_slowest() ? slow_code(facts)
      : front.dispatch_cycles < front.branch_cycles
          ? (front.taken_branches == 1
                 ? "the loop is so short that its taken branch alone takes "
                 : "its " + std::to_string(front.taken_branches) + " taken branches alone take ") +
                front.branch_cycles.text() + " cycles"
          : front.macro_ops.text(1) + " macro-ops per iteration take " + front.dispatch_cycles.text() +
                " cycles to dispatch (" + width + " per cycle), longer than the ports need";
  findings.push_back(advised(make_finding(facts, "osaca-front-end-bound", message, {}), advice_on_front_end(facts)));
}

void find_stores(const KernelFacts &facts, std::vector<Finding> &findings) {
  const StoreCommit &rule = *facts.kernel.model.core().store_commit;
  std::vector<int> stores;
  for (std::size_t i = 0; i < facts.code.instructions.size(); ++i)
    if (facts.code.instructions[i].stores)
      stores.push_back(static_cast<int>(i));
  findings.push_back(make_finding(facts, "osaca-store-bound",
                                  "its stores take " + facts.report.bound(BoundKind::stores).text() +
                                      " cycles to leave for the cache: at most " + std::to_string(rule.per_cycle) +
                                      " per cycle, and one change of " + std::to_string(rule.block_bytes) +
                                      "-byte block per cycle",
                                  stores));
}

void find_chain(const KernelFacts &facts, std::vector<Finding> &findings) {
  if (facts.report.loop_carried.empty())
    return;
  const DependencyChain &chain = facts.report.loop_carried.front();
  std::vector<int> members;
  std::vector<bool> is_member(facts.code.instructions.size(), false);
  std::string through_memory;
  for (const ChainLink &link : chain.links) {
    if (!is_member[static_cast<std::size_t>(link.instruction)])
      members.push_back(link.instruction);
    is_member[static_cast<std::size_t>(link.instruction)] = true;
    if (link.through_memory)
      through_memory = text_of(link.via);
  }
  const std::string span =
      chain.iterations == 1
          ? "each iteration waits " + chain.cycles.text() + " cycles for the one before it"
          : "a chain of " + chain.cycles.text() + " cycles spans " + std::to_string(chain.iterations) + " iterations";
  Finding finding =
      through_memory.empty()
          ? make_finding(facts, "osaca-lcd-bound", span + ", through " + mnemonics(facts, members), members)
          : make_finding(facts, "osaca-memory-carried",
                         span + ", because " + through_memory + " is stored and loaded again, through " +
                             mnemonics(facts, members),
                         members);
  for (const ChainLink &link : chain.links) {
    const Instruction &instruction = facts.code.instructions[static_cast<std::size_t>(link.instruction)];
    const std::string via = text_of(link.via);
    finding.steps.emplace_back(instruction.source, instruction.text + ": " + link.cycles.text() + " cycles" +
                                                       (via.empty() ? "" : ", passes on " + via) +
                                                       (link.through_memory ? " through memory" : "") +
                                                       (link.crosses_iteration ? " to the next iteration" : ""));
  }
  findings.push_back(advised(std::move(finding), advice_on_chain(facts, chain)));
}

/// What handles the elements that fill no vector runs a few times only.
bool is_remainder(const KernelFacts &facts) { return facts.code.role.kind == LoopRole::Kind::remainder; }

} // namespace

void find_bound(const KernelFacts &facts, std::vector<Finding> &findings) {
  if (facts.report.cycles_per_iteration.is_zero() || !facts.report.bound_is_known || is_remainder(facts))
    return;
  switch (facts.report.bound_by) {
  case BoundKind::divider: return find_divider(facts, findings);
  case BoundKind::ports: return find_ports(facts, findings);
  case BoundKind::front_end: return find_front_end(facts, findings);
  case BoundKind::stores: return find_stores(facts, findings);
  case BoundKind::loop_carried: return find_chain(facts, findings);
  }
}

} // namespace osaca
