#include "analysis/findings/advice.h"
#include "analysis/findings/findings.h"
#include "analysis/findings/operations.h"
#include "base/index.h"
#include "base/source_location.h"
#include "report/rules.h"

#include <algorithm>

namespace osaca {

Finding make_finding(const KernelFacts &facts, std::string_view rule, FindingFacts found,
                     std::vector<int> instructions) {
  Finding finding;
  finding.rule = rule;
  finding.facts = std::move(found);
  if (const Rule *entry = find_rule(rule))
    finding.severity = entry->severity;
  finding.where = facts.report.source;
  for (int i : instructions) {
    const SourceLocation place = shown_place(facts, facts.code.instructions[at(i)]);
    if (place.known()) {
      finding.where = place;
      break;
    }
  }
  finding.instructions = std::move(instructions);
  return finding;
}

SourceLocation shown_place(const KernelFacts &facts, const Instruction &instruction) {
  const auto is_readers = [&](const SourceLocation &place) {
    return place.file == facts.report.source.file || !is_system_header(place.file);
  };
  if (is_readers(instruction.source))
    return instruction.source;
  const auto site = std::ranges::find_if(instruction.inlined_at, is_readers);
  return site == instruction.inlined_at.end() ? instruction.source : *site;
}

Mnemonics mnemonics(const KernelFacts &facts, const std::vector<int> &instructions) {
  Mnemonics names;
  for (int i : instructions) {
    const std::string &name = facts.code.instructions[at(i)].mnemonic;
    if (std::ranges::find(names, name) == names.end())
      names.push_back(name);
  }
  return names;
}

namespace {

/// The instructions that occupy one of `ports`, sorted by descending occupancy.
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
  std::ranges::stable_sort(users, [](const auto &a, const auto &b) { return b.first < a.first; });
  std::vector<int> order;
  for (const auto &[busy, i] : users)
    order.push_back(i);
  return order;
}

std::vector<PortsBusy::Share> port_shares(const KernelFacts &facts, PortSet ports) {
  std::vector<PortsBusy::Share> shares;
  for (std::size_t port = 0; port < facts.pressure.total.size(); ++port)
    if ((ports >> port & 1) != 0)
      shares.push_back({facts.kernel.model.core().ports[port].name, facts.pressure.total[port]});
  return shares;
}

/// The instructions that occupy the divider. If it is part of other ports, these execute other instructions as well.
std::vector<int> users_of_divider(const KernelFacts &facts) {
  std::vector<int> users = users_of(facts, facts.pressure.divider_bottleneck);
  const PortSet others = ~facts.kernel.model.core().ports_of_kind(PortKind::divider);
  if ((facts.pressure.divider_bottleneck & others) != 0)
    std::erase_if(users, [&](int i) { return !divides(instruction_at(facts, i)); });
  return users;
}

/// Whether divisions occupy these ports for most of the time for which they are busy.
bool divisions_dominate(const KernelFacts &facts, PortSet ports) {
  Cycles divisions;
  Cycles others;
  for (std::size_t i = 0; i < facts.pressure.per_instruction.size(); ++i)
    for (std::size_t port = 0; port < facts.pressure.per_instruction[i].size(); ++port)
      if ((ports >> port & 1) != 0)
        (facts.kernel.instructions[i].costed->divides_on_ports ? divisions : others) +=
            facts.pressure.per_instruction[i][port];
  return others < divisions;
}

void find_divider(const KernelFacts &facts, Findings &findings) {
  const auto users = users_of_divider(facts);
  findings.push_back(make_finding(facts, "osaca-divider-bound",
                                  DividerBusy{.mnemonics = mnemonics(facts, users),
                                              .busy = facts.pressure.divider_bound,
                                              .whole = facts.report.cycles_per_iteration,
                                              .advice = advice_on_divider(facts, users),
                                              .options = facts.code.options},
                                  users));
}

void find_ports(const KernelFacts &facts, Findings &findings) {
  const PortSet bottleneck = facts.pressure.execution_bottleneck;
  const auto users = users_of(facts, bottleneck);
  PortsBusy busy{.mnemonics = mnemonics(facts, users),
                 .busy = facts.pressure.execution_bound,
                 .whole = {},
                 .shares = port_shares(facts, bottleneck)};
  if (facts.report.simulated_cycles)
    busy.whole = facts.report.cycles_per_iteration;
  const std::vector<bool> refines = refinements(facts);
  busy.refining = static_cast<int>(std::ranges::count_if(users, [&](int i) { return refines[at(i)]; }));
  advise_on_ports(facts, bottleneck, users, busy);
  if (divisions_dominate(facts, bottleneck)) {
    busy.advice = PortsBusy::Advice::fewer_divisions;
    busy.divisions = advice_on_divider(facts, users_of_divider(facts));
    busy.options = facts.code.options;
  }
  findings.push_back(make_finding(facts, "osaca-port-bound", std::move(busy), users));
}

decltype(FrontEndBusy::limit) limit_of_code(const KernelFacts &facts) {
  const CodeSupply &code = facts.front_end.code;
  const Core &core = facts.kernel.model.core();
  if (code.limit == CodeSupply::Limit::blocks)
    return FrontEndBusy::Blocks{code.bytes, code.blocks, core.fetch->block_bytes};
  if (code.limit == CodeSupply::Limit::calls)
    return FrontEndBusy::CallsAndBlocks{facts.front_end.calls, code.blocks, core.fetch->block_bytes, code.cycles};
  if (code.limit == CodeSupply::Limit::entries)
    return FrontEndBusy::Entries{code.entries, core.op_cache->entry_ops, core.fetch->block_bytes};
  if (code.limit == CodeSupply::Limit::decoders)
    return FrontEndBusy::Decoders{facts.code.instructions.size(), core.op_cache->decoded_per_cycle};
  if (code.limit == CodeSupply::Limit::lengths)
    return FrontEndBusy::Lengths{code.length_changes, core.fetch->length_change_cycles};
  if (code.limit == CodeSupply::Limit::jumps)
    return FrontEndBusy::Jumps{static_cast<int>(code.lost_jumps.size()), code.lost_bytes,
                               core.op_cache->unkept_jumps->block_bytes};
  if (code.limit == CodeSupply::Limit::dense)
    return FrontEndBusy::Dense{code.dense_bytes, core.op_cache->block_entries * core.op_cache->entry_ops,
                               core.fetch->block_bytes, core.op_cache->decoded_bytes_per_cycle};
  return FrontEndBusy::Cache{code.bytes, core.fetch->beyond_bytes_per_cycle};
}

void find_front_end(const KernelFacts &facts, Findings &findings) {
  const FrontEnd &front = facts.front_end;
  const bool branches_are_slowest =
      !front.code_is_slowest() && !front.reading_is_slowest() && front.dispatch_cycles < front.branch_cycles;
  constexpr int own_branches = 2; // of a whole function: the call of it, and its return
  const bool calls_are_slowest = (branches_are_slowest && front.calls_are_slowest()) ||
                                 (front.code_is_slowest() && front.code.limit == CodeSupply::Limit::calls);
  const bool only_own = (calls_are_slowest && front.calls <= own_branches) ||
                        (branches_are_slowest && front.taken_branches <= own_branches);
  if (facts.code.region == RegionKind::function && only_own)
    return; // nothing that the function could do about it
  FrontEndBusy busy;
  std::vector<int> jumps;
  if (front.code_is_slowest() && front.code.limit == CodeSupply::Limit::jumps)
    jumps = front.code.lost_jumps;
  if (front.code_is_slowest())
    busy.limit = limit_of_code(facts);
  else if (front.reading_is_slowest())
    busy.limit = FrontEndBusy::WholeReads{front.read_in_whole_cycles(), front.reads.cycles};
  else if (branches_are_slowest)
    busy.limit = FrontEndBusy::TakenBranches{front.taken_branches, front.branch_cycles,
                                             front.calls_are_slowest() ? front.calls : 0};
  else
    busy.limit = FrontEndBusy::Dispatch{front.macro_ops, front.dispatch_cycles, front.width, front.waiting};
  advise_on_front_end(facts, busy);
  findings.push_back(make_finding(facts, "osaca-front-end-bound", std::move(busy), std::move(jumps)));
}

void find_stores(const KernelFacts &facts, Findings &findings) {
  const StoreCommit &rule = *facts.kernel.model.core().store_commit;
  std::vector<int> stores;
  for (std::size_t i = 0; i < facts.code.instructions.size(); ++i)
    if (facts.code.instructions[i].stores)
      stores.push_back(static_cast<int>(i));
  findings.push_back(make_finding(facts, "osaca-store-bound",
                                  StoresBusy{.cycles = facts.report.bound(BoundKind::stores),
                                             .per_cycle = rule.per_cycle,
                                             .block_bytes = rule.block_bytes,
                                             .vectors = vectors_for(facts)},
                                  std::move(stores)));
}

/// The entries of the reorder buffer if not even one iteration fits; 0 otherwise.
int filled_reorder_buffer(const KernelFacts &facts) {
  const std::optional<SourcedCycles> &buffer = facts.kernel.model.core().reorder_buffer;
  return buffer && buffer->value < facts.front_end.macro_ops ? static_cast<int>(buffer->value.to_double()) : 0;
}

void find_chain(const KernelFacts &facts, Findings &findings) {
  if (facts.report.loop_carried.empty())
    return;
  const DependencyChain &chain = limiting_chain(facts);
  std::vector<int> members;
  std::vector<bool> is_member(facts.code.instructions.size(), false);
  std::vector<FindingStep> steps;
  ChainWait wait;
  wait.cycles = chain.cycles;
  wait.iterations = chain.iterations;
  for (const ChainLink &link : chain.links) {
    const auto at = static_cast<std::size_t>(link.instruction);
    if (!is_member[at])
      members.push_back(link.instruction);
    is_member[at] = true;
    if (link.through_memory)
      wait.through_memory = link.via;
    const Instruction &instruction = facts.code.instructions[at];
    steps.push_back({shown_place(facts, instruction),
                     ChainStep{instruction.text, link.cycles, link.via, link.through_memory, link.crosses_iteration}});
  }
  wait.mnemonics = mnemonics(facts, members);
  wait.advice = advice_on_chain(facts, chain);
  wait.options = facts.code.options;
  wait.is_beyond_options = is_beyond_options(facts, chain);
  wait.is_extremum = is_extremum(facts, chain);
  wait.compiler_remark = facts.code.not_vectorised;
  wait.reorder_buffer = filled_reorder_buffer(facts);
  const bool in_registers = std::holds_alternative<std::monostate>(wait.through_memory);
  Finding finding = make_finding(facts, in_registers ? "osaca-lcd-bound" : "osaca-memory-carried", std::move(wait),
                                 std::move(members));
  finding.steps = std::move(steps);
  findings.push_back(std::move(finding));
}

/// Waits for values of the same iteration, if a quarter of the time is lost by them. A value of an earlier iteration is
/// part of a loop-carried chain.
void find_issue_stalls(const KernelFacts &facts, Findings &findings) {
  if (!facts.report.simulated_cycles || facts.report.stalls.empty())
    return;
  IssueStalls found;
  found.whole = facts.report.cycles_per_iteration;
  const Stall *longest = nullptr;
  for (const Stall &stall : facts.report.stalls) {
    if (stall.cause != Stall::Cause::value || stall.distance > 0)
      continue;
    found.waiting += stall.cycles;
    if (longest == nullptr || longest->cycles < stall.cycles)
      longest = &stall;
  }
  const Cycles lost = std::min(found.waiting, found.whole - facts.report.bound(facts.report.bound_by));
  if (longest == nullptr || lost * Cycles(4) < found.whole)
    return;
  found.reader = facts.code.instructions[at(longest->instruction)].mnemonic;
  found.writer = facts.code.instructions[at(longest->of)].mnemonic;
  found.longest = longest->cycles;
  findings.push_back(make_finding(facts, "osaca-issue-stalls", std::move(found), {longest->instruction, longest->of}));
}

/// A value waits in memory until a call returns. What the call itself costs may be unknown.
bool waits_around_a_call(const KernelFacts &facts) {
  return facts.report.bound_by == BoundKind::loop_carried && !facts.report.loop_carried.empty() &&
         advice_on_chain(facts, facts.report.loop_carried.front()) == ChainWait::Advice::not_around_calls;
}

} // namespace

void find_bound(const KernelFacts &facts, Findings &findings) {
  if (facts.report.cycles_per_iteration.is_zero())
    return;
  if (!facts.report.bound_is_known) {
    if (waits_around_a_call(facts))
      find_chain(facts, findings);
    return;
  }
  find_issue_stalls(facts, findings);
  switch (facts.report.bound_by) {
  case BoundKind::divider: return find_divider(facts, findings);
  case BoundKind::ports: return find_ports(facts, findings);
  case BoundKind::front_end:
    // find_gaps() names called functions. More slots for instructions do not shorten stalls.
    if (!facts.report.is_bound_by_callees() && !facts.report.waits_in_program_order())
      find_front_end(facts, findings);
    return;
  case BoundKind::stores: return find_stores(facts, findings);
  case BoundKind::loop_carried: return find_chain(facts, findings);
  case BoundKind::memory: break; // handled by find_memory()
  }
}

} // namespace osaca
