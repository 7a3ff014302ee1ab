#include "measure/counters/role_verdict.h"

#include <algorithm>
#include <cmath>

namespace osaca::measure {
namespace {

constexpr double cycles_slack = 0.10;
constexpr double hardly_any = 0.05; // of the cycles
constexpr double all_and_rounding = 1.05;

std::vector<const RecordedChase *> chases_of(const CounterRecording &recording, const std::string &event) {
  std::vector<const RecordedChase *> found;
  for (const RecordedChase &chase : recording.chases)
    if (chase.event == event && chase.counts.latency_cycles > 0)
      found.push_back(&chase);
  return found;
}

std::string in_level(const RecordedChase &chase) { return chase.level.empty() ? "" : " in " + chase.level; }

RoleVerdict refused(RoleVerdict made, std::string reason) {
  made.is_accepted = false;
  made.reason = std::move(reason);
  return made;
}

RoleVerdict judged_cycles(RoleVerdict made, const std::vector<const RecordedChase *> &chases) {
  for (const RecordedChase *chase : chases)
    if (std::abs(chase->counts.chase - chase->counts.latency_cycles) > cycles_slack * chase->counts.latency_cycles)
      return refused(std::move(made), "not the cycles that a load takes" + in_level(*chase));
  return made;
}

RoleVerdict judged_pending(RoleVerdict made, const std::vector<const RecordedChase *> &chases) {
  // The farthest level says most.
  for (auto chase = chases.rbegin(); chase != chases.rend(); ++chase)
    if (const StallVerdict verdict = judged_in_level((*chase)->level, (*chase)->counts);
        verdict != StallVerdict::accepted)
      return refused(std::move(made), std::string(name_of(verdict)) + in_level(**chase));
  const bool is_behind_first = std::ranges::any_of(chases, [](const RecordedChase *one) { return one->level != "L1"; });
  return is_behind_first ? made : refused(std::move(made), "no chase behind the first level was counted");
}

/// Of a sweep whose cycles are known, the part that the event counts.
std::optional<double> share_of_cycles(const EventMatrix &matrix, std::size_t workload, const std::string &event) {
  const auto count = matrix.value(workload, single_event(event));
  const double cycles = matrix.workloads[workload].cycles;
  return count && cycles > 0 ? std::optional(*count / cycles) : std::nullopt;
}

RoleVerdict judged_buffer(RoleVerdict made, const std::vector<const RecordedChase *> &chases,
                          const EventMatrix &matrix) {
  for (const RecordedChase *chase : chases)
    if (chase->counts.chase > hardly_any * chase->counts.latency_cycles)
      return refused(std::move(made), "counts where one load waits for another" + in_level(*chase));
  double most = 0;
  bool is_tried = false;
  for (std::size_t i = 0; i < matrix.workloads.size(); ++i) {
    const StressWorkload &workload = matrix.workloads[i];
    const auto share = share_of_cycles(matrix, i, made.event);
    if (!share)
      continue;
    if (*share > all_and_rounding)
      return refused(std::move(made), "more than all cycles in '" + workload.name + "'");
    if (made.role == StallRole::store_buffer && workload.access == "read" && *share > hardly_any)
      return refused(std::move(made), "counts where nothing is written: in '" + workload.name + "'");
    is_tried = is_tried || workload.resource != "L1";
    most = std::max(most, *share);
  }
  if (!is_tried)
    return refused(std::move(made), "no workload behind the first level tells its cycles");
  return most > hardly_any ? made : refused(std::move(made), "counts nothing");
}

} // namespace

std::vector<RoleVerdict> judged_roles(const CounterRecording &recording) {
  std::vector<RoleVerdict> all;
  for (const RoledEvent &one : recording.roles) {
    RoleVerdict made{one.role, one.event, true, "accepted"};
    const auto chases = chases_of(recording, one.event);
    if (chases.empty())
      all.push_back(refused(std::move(made), "no chase was counted"));
    else if (one.role == StallRole::cycles)
      all.push_back(judged_cycles(std::move(made), chases));
    else if (one.role == StallRole::pending_misses)
      all.push_back(judged_pending(std::move(made), chases));
    else
      all.push_back(judged_buffer(std::move(made), chases, recording.matrix));
  }
  return all;
}

} // namespace osaca::measure
