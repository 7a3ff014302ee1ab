// The fields of model/issue.h: where operations wait, and when they issue. See vocabulary.h.
#pragma once

#include "model/fields/vocabulary.h"

#include <string_view>
#include <utility>

namespace osaca::fields {

// Out of order.

template <class Pass> void describe(Pass &pass, Scheduler &scheduler) {
  pass.text("name", scheduler.name, Need::required, TextForm(), "name in reports");
  pass.port_set("ports", scheduler.ports, Need::required, "its ports; a port belongs to at most one scheduler");
  pass.integer("entries", scheduler.entries, Need::required, {1, 1024}, "largest number of uops that wait in it");
  pass.integer("per_cycle", scheduler.per_cycle, Need::optional, {1, 64},
               "uops that may enter per cycle; default: no limit");
  pass.truth(
      "binds_ports", scheduler.binds_ports, Need::optional,
      "`true`: a uop is bound to one port when it enters, depending on how many uops waited for each port one "
      "cycle earlier. The macro-ops of a cycle are distributed over the ports, and none of them is dispatched if "
      "the scheduler has fewer entries left than there can be in a cycle");
  pass.integer("binding_tolerance", scheduler.binding_tolerance, Need::optional, {1, 1024},
               "with `binds_ports`: a port is not chosen if this many more uops wait for it than for the port with the "
               "fewest; default: 4");
  pass.integer(
      "binding_ranks", scheduler.binding_ranks, Need::optional, {0, 64},
      "with `binds_ports`: the macro-ops of a cycle get this many different ports in turn; default: as many as "
      "they have");
  pass.truth(
      "ports_in_turn", scheduler.ports_in_turn, Need::optional,
      "`true`: a uop is bound to one port when it enters, and the ports take turns: each uop passes the turn on to "
      "the next port. The uops that cannot use the port whose turn it is get their own ports in turn");
  pass.truth("queued", scheduler.is_queued, Need::optional, "`true`: uops enter through `scheduler_queue`");
  pass.source(scheduler.provenance);
}

template <class Pass> void describe(Pass &pass, BlockingResults &results) {
  pass.integer("latency", results.latency, Need::required, {2, 16},
               "latency of the operations whose results block others, in cycles");
  pass.integer("longest_wait", results.longest_wait, Need::required, {1, 1024},
               "cycles after which an operation of one cycle is no longer overtaken by others on its port");
  pass.source(results.provenance);
}

template <class Pass> void describe(Pass &pass, VectorResults &results) {
  pass.port_set("from", results.from, Need::required, "the port of vector operations that computes such results");
  pass.port_set("through", results.through, Need::required, "the port of integer operations through which they go");
  pass.integer("longest_wait", results.longest_wait, Need::required, {1, 1024},
               "cycles after which an operation of one cycle is no longer delayed by such results");
  pass.source(results.provenance);
}

template <class Pass> void describe(Pass &pass, DispatchGroups &groups) {
  pass.integer("per_scheduler", groups.per_scheduler, Need::required, {1, 64},
               "largest number of uops of a group that enter the same scheduler, if they cannot enter another one. Of "
               "uops that can, a scheduler accepts one per group, and only if there is no other uop for it");
  pass.integer("compared_entries", groups.compared_entries, Need::required, {1, 1024},
               "the number of occupied entries is divided by this and rounded down. A uop enters one of the schedulers "
               "for which the result is smallest");
  pass.source(groups.provenance);
}

template <class Pass> void describe(Pass &pass, SchedulerQueue &queue) {
  pass.integer("entries", queue.entries, Need::required, {1, 1024}, "largest number of uops that wait in it");
  pass.integer("per_cycle", queue.per_cycle, Need::required, {1, 64},
               "uops that leave it per cycle; one that occupies its port for two cycles counts twice");
  pass.integer("counted_cycles_ago", queue.counted_cycles_ago, Need::optional, {0, 64},
               "age in cycles of the uop counts by which a scheduler is chosen; default: 0");
  pass.source(queue.provenance);
}

// In program order.

inline constexpr std::pair<std::string_view, IssueKind::Access> issue_accesses[] = {
    {"any", IssueKind::Access::any},
    {"load", IssueKind::Access::load},
    {"store", IssueKind::Access::store},
    {"branch", IssueKind::Access::branch}};
inline constexpr std::pair<std::string_view, IssueRule::Kind> issue_rule_kinds[] = {{"alone", IssueRule::Kind::alone},
                                                                                    {"first", IssueRule::Kind::first},
                                                                                    {"last", IssueRule::Kind::last},
                                                                                    {"apart", IssueRule::Kind::apart}};

template <class Pass> void describe(Pass &pass, IssueKind &kind) {
  pass.globs("match", kind.match, Need::optional, "opcodes of the instructions; default: all");
  pass.choice("access", kind.access, Need::optional, Choices<IssueKind::Access>(issue_accesses),
              "`load`, `store` or `branch`: only instructions that do this; default: `any`");
  pass.port_set("ports", kind.ports, Need::optional, "only instructions that need one of these ports");
  pass.integer("least_sources", kind.least_sources, Need::optional, {0, 16},
               "only instructions that read at least this many registers, including those of addresses; default: 0");
  pass.integer("least_results", kind.least_results, Need::optional, {0, 16},
               "only instructions that write at least this many registers; default: 0");
}

template <class Pass> void describe(Pass &pass, IssueRule &rule) {
  pass.choice("kind", rule.kind, Need::required, Choices<IssueRule::Kind>(issue_rule_kinds),
              "`alone`: these instructions are issued with no other in the same cycle; `first` or `last`: only as the "
              "first or the last of a cycle; `apart`: not together with those of `other`");
  pass.part("of", rule.of, Need::required,
            "The instructions to which the rule applies: those that meet all conditions.");
  pass.part("other", rule.other, Need::optional, "With `apart`: the other instructions. Default: all.");
  pass.source(rule.provenance);
}

template <class Pass> void describe(Pass &pass, InOrder &in_order) {
  pass.truth("value", in_order.value, Need::required, "whether the core does this");
  pass.integer("issue_width", in_order.issue_width, Need::optional, {1, 16},
               "instructions issued per cycle; default: `dispatch_width`");
  pass.truth("writes_in_order", in_order.writes_in_order, Need::optional,
             "`true`: an instruction waits if its result would be ready before that of an earlier instruction");
  pass.truth("branch_ends_group", in_order.branch_ends_group, Need::optional,
             "`true`: no instruction is issued after a taken branch in the same cycle");
  pass.integer("address_cycles", in_order.address_cycles, Need::optional, {0, 8},
               "cycles by which an instruction needs the registers of an address before its other operands; default: "
               "0. Does not apply to registers that were loaded");
  pass.integer("loaded_value_cycles", in_order.loaded_value_cycles, Need::optional, {0, 8},
               "cycles by which a general register that was loaded reaches other operands sooner than an address. The "
               "latencies of `loads` are those to an address. Default: 0");
  pass.integer("store_data_cycles", in_order.store_data_cycles, Need::optional, {0, 8},
               "cycles after its issue in which a store needs a general register that it stores; default: 0");
  pass.list("rules", in_order.rules, Need::optional, max_issue_rules, "an issue rule",
            "Which instructions are not issued in the same cycle.");
  pass.source(in_order.provenance);
}

} // namespace osaca::fields
