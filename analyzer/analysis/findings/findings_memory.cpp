#include "analysis/findings/findings.h"

#include <algorithm>

namespace osaca {
namespace {

const Cycles worth_telling(6, 5); ///< times the core bound

std::vector<int> instructions_of(const MemoryReport &memory, bool (*counts)(const MemoryStream &)) {
  std::vector<int> all;
  for (const MemoryStream &stream : memory.streams)
    if (counts(stream))
      all.insert(all.end(), stream.instructions.begin(), stream.instructions.end());
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

bool moves(const MemoryStream &stream) { return stream.kind != StreamKind::invariant; }
bool is_chased(const MemoryStream &stream) { return stream.kind == StreamKind::chased; }

/// Written from beginning to end, and not read: a streaming store would do.
bool is_only_written(const MemoryStream &stream) {
  return stream.writes && !stream.reads && !stream.is_streaming_store && stream.kind == StreamKind::contiguous;
}

/// Loads that wait for each other are another rule's: what shortens transfers does not help them.
void find_far_data(const KernelFacts &facts, const MemoryReport &memory, std::vector<Finding> &findings) {
  if (!memory.data_in || *memory.data_in == 0)
    return;
  const MemoryLevelFigures &level = memory.levels[at(*memory.data_in)];
  const Cycles core = memory.levels.front().cycles_per_iteration;
  if (level.bound_by != MemoryBoundKind::latency && level.cycles_per_iteration >= core * worth_telling)
    findings.push_back(make_finding(facts, "osaca-memory-bound", DataFar{level, core}, instructions_of(memory, moves)));
}

/// Whether the same loads have been told of as the bound with all data in the first level.
bool are_told(const std::vector<int> &loads, const std::vector<Finding> &findings) {
  return std::ranges::any_of(findings, [&](const Finding &finding) {
    return finding.rule == rule_of(BoundKind::loop_carried) && std::ranges::any_of(loads, [&](int load) {
             return std::ranges::find(finding.instructions, load) != finding.instructions.end();
           });
  });
}

void find_chased_loads(const KernelFacts &facts, const MemoryReport &memory, std::vector<Finding> &findings) {
  LoadsChased chased;
  for (std::size_t i = 1; i < memory.levels.size(); ++i)
    if (memory.levels[i].bound_by == MemoryBoundKind::latency && (!memory.data_in || at(*memory.data_in) == i))
      chased.levels.push_back({memory.levels[i].name, memory.levels[i].cycles_per_iteration});
  std::vector<int> loads = instructions_of(memory, is_chased);
  if (!chased.levels.empty() && !are_told(loads, findings))
    findings.push_back(make_finding(facts, "osaca-latency-bound", std::move(chased), std::move(loads)));
}

/// Only of loops that data from further away make slower: from the level that was named, or from any.
void find_half_used_lines(const KernelFacts &facts, const MemoryReport &memory, std::vector<Finding> &findings) {
  if (!memory.memory_bound_from || memory.data_in == 0 ||
      (memory.data_in && *memory.data_in < *memory.memory_bound_from))
    return;
  for (const MemoryStream &stream : memory.streams) {
    const bool is_regular = stream.kind == StreamKind::contiguous || stream.kind == StreamKind::strided;
    if (!is_regular || !stream.step_bytes || stream.bytes_per_iteration == 0 || stream.lines_per_iteration.is_zero())
      continue;
    const Cycles used = Cycles(stream.bytes_per_iteration) / stream.lines_per_iteration;
    if (used * Cycles(2) < Cycles(memory.line_bytes))
      findings.push_back(make_finding(facts, "osaca-strided-access",
                                      LinesHalfUsed{stream.array, used, memory.line_bytes, *stream.step_bytes},
                                      stream.instructions));
  }
}

/// Only for data in memory, on cores of which it was measured that streaming stores take less than a line read and
/// written.
void find_lines_read_to_be_written(const KernelFacts &facts, const MemoryReport &memory,
                                   std::vector<Finding> &findings) {
  const std::optional<MemoryHierarchy> &hierarchy = facts.kernel.model.core().memory;
  if (!memory.data_in || !hierarchy || hierarchy->levels.empty() || hierarchy->streaming_store_cycles.is_zero())
    return;
  const MemoryLevel &last = hierarchy->levels.back();
  const MemoryLevelFigures &level = memory.levels[at(*memory.data_in)];
  if (level.name != last.name || last.bytes != 0 || level.bound_by != MemoryBoundKind::transfers ||
      hierarchy->streaming_store_cycles >= last.read_cycles + last.write_cycles)
    return;
  LinesReadToBeWritten found;
  Cycles saved;
  for (const MemoryStream &stream : memory.streams)
    if (is_only_written(stream)) {
      found.arrays.push_back(stream.array);
      saved += stream.lines_per_iteration;
    }
  if (found.arrays.empty())
    return;
  found.lines = level.traffic.lines_read + level.traffic.lines_written;
  found.without = found.lines - saved;
  findings.push_back(
      make_finding(facts, "osaca-no-streaming-stores", std::move(found), instructions_of(memory, is_only_written)));
}

/// Of each array the largest cache in which its rows do not stay: their next reads come from furthest away.
void find_lost_rows(const KernelFacts &facts, const MemoryReport &memory, std::vector<Finding> &findings) {
  const auto level_index = [&](const std::string &name) {
    const auto found =
        std::ranges::find_if(memory.levels, [&](const MemoryLevelFigures &level) { return level.name == name; });
    return static_cast<int>(found - memory.levels.begin());
  };
  std::vector<const LayerCondition *> lost;
  for (const LayerCondition &condition : memory.layer_conditions) {
    if (!condition.row_bytes || *condition.row_bytes <= condition.most_row_bytes ||
        (memory.data_in && level_index(condition.level) >= *memory.data_in))
      continue;
    const auto same =
        std::ranges::find_if(lost, [&](const LayerCondition *known) { return known->array == condition.array; });
    if (same == lost.end())
      lost.push_back(&condition);
    else if (level_index((*same)->level) < level_index(condition.level))
      *same = &condition;
  }
  for (const LayerCondition *condition : lost)
    for (const MemoryStream &stream : memory.streams)
      if (stream.array == condition->array) {
        findings.push_back(make_finding(facts, "osaca-layer-condition", RowsLost{*condition}, stream.instructions));
        break;
      }
}

} // namespace

void find_memory(const KernelFacts &facts, std::vector<Finding> &findings) {
  if (!facts.report.memory || facts.report.memory->levels.empty() || facts.code.role.kind == LoopRole::Kind::remainder)
    return;
  const MemoryReport &memory = *facts.report.memory;
  find_far_data(facts, memory, findings);
  find_chased_loads(facts, memory, findings);
  find_half_used_lines(facts, memory, findings);
  find_lines_read_to_be_written(facts, memory, findings);
  find_lost_rows(facts, memory, findings);
}

} // namespace osaca
