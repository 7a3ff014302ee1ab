#include "analysis/findings/advice.h"
#include "analysis/findings/findings.h"
#include "analysis/graph/memory_renaming.h"

#include <algorithm>

namespace osaca {

namespace {

const Cycles memory_threshold(6, 5); ///< times the bound of the core

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

/// Whether the array is written from beginning to end and not read, so that a streaming store could be used.
bool is_only_written(const MemoryStream &stream) {
  return stream.writes && !stream.reads && !stream.is_streaming_store && stream.kind == StreamKind::contiguous;
}

/// Loads that wait for each other are reported by another rule, because shorter transfers do not help them.
void find_far_data(const KernelFacts &facts, const MemoryReport &memory, Findings &findings) {
  if (!memory.data_in || *memory.data_in == 0)
    return;
  const MemoryLevelFigures &level = memory.levels[at(*memory.data_in)];
  const Cycles core = memory.levels.front().cycles_per_iteration;
  if (level.bound_by != MemoryBoundKind::latency && level.cycles_per_iteration >= core * memory_threshold)
    findings.push_back(make_finding(facts, "osaca-memory-bound", DataFar{level, core}, instructions_of(memory, moves)));
}

/// Whether these loads are already reported as the bound with all data in the first level.
bool are_told(const std::vector<int> &loads, const Findings &findings) {
  return std::ranges::any_of(findings, [&](const Finding &finding) {
    return finding.rule == rule_of(BoundKind::loop_carried) && std::ranges::any_of(loads, [&](int load) {
             return std::ranges::find(finding.instructions, load) != finding.instructions.end();
           });
  });
}

void find_chased_loads(const KernelFacts &facts, const MemoryReport &memory, Findings &findings) {
  LoadsChased chased;
  for (std::size_t i = 1; i < memory.levels.size(); ++i)
    if (memory.levels[i].bound_by == MemoryBoundKind::latency && (!memory.data_in || at(*memory.data_in) == i))
      chased.levels.push_back({memory.levels[i].name, memory.levels[i].cycles_per_iteration,
                               !memory.levels[i].most_cycles && !memory.levels[i].lower_bound_only});
  std::vector<int> loads = instructions_of(memory, is_chased);
  if (!chased.levels.empty() && !are_told(loads, findings))
    findings.push_back(make_finding(facts, "osaca-latency-bound", std::move(chased), std::move(loads)));
}

/// Only for loops that are slower with data farther away: in the level that the user named, or in any level.
void find_half_used_lines(const KernelFacts &facts, const MemoryReport &memory, Findings &findings) {
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

/// Only for data in memory, on cores for which it was measured that a streaming store takes less than reading and
/// writing a line.
void find_lines_read_to_be_written(const KernelFacts &facts, const MemoryReport &memory, Findings &findings) {
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

/// For each array, the largest cache in which its rows do not stay, because their next reads come from farthest away.
void find_lost_rows(const KernelFacts &facts, const MemoryReport &memory, Findings &findings) {
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

void find_memory(const KernelFacts &facts, Findings &findings) {
  if (!facts.report.memory || facts.report.memory->levels.empty() || facts.code.role.kind == LoopRole::Kind::remainder)
    return;
  const MemoryReport &memory = *facts.report.memory;
  find_far_data(facts, memory, findings);
  find_chased_loads(facts, memory, findings);
  find_half_used_lines(facts, memory, findings);
  find_lines_read_to_be_written(facts, memory, findings);
  find_lost_rows(facts, memory, findings);
}

// Loads to which the core gives the value of a store to another page, because the low bits of the addresses agree.

namespace {

/// The most stores between the two for which this was measured.
constexpr std::size_t most_stores_between = 8;

class AliasSearch {
public:
  AliasSearch(const KernelFacts &facts, const AddressAliasing &rule)
      : facts_(facts), rule_(rule), renaming_(facts.kernel) {
    for (const MemoryAccess &access : facts.addresses.accesses)
      if (access.writes)
        stores_.push_back(&access);
  }

  /// The instructions of loads that are mistaken for loads of another address. `on_stack` selects those through the
  /// stack pointer.
  [[nodiscard]] std::vector<int> loads(bool on_stack) const {
    std::vector<int> found;
    if (stores_.empty())
      return found;
    std::size_t before = 0; // stores of this iteration that come before the load
    for (const MemoryAccess &load : facts_.addresses.accesses) {
      while (before < stores_.size() && stores_[before]->instruction < load.instruction)
        ++before;
      if (load.reads && is_on_stack(load) == on_stack && has_alias(load, before))
        found.push_back(load.instruction);
    }
    return found;
  }

private:
  static bool is_on_stack(const MemoryAccess &access) {
    return access.memory->base && access.memory->base->kind == RegisterKind::stack_pointer;
  }

  /// Checks the latest stores, including those of the previous iteration.
  [[nodiscard]] bool has_alias(const MemoryAccess &load, std::size_t before) const {
    for (std::size_t back = 1; back <= std::min(most_stores_between + 1, stores_.size()); ++back) {
      const bool is_of_this_iteration = back <= before;
      const MemoryAccess &store = *stores_[is_of_this_iteration ? before - back : before + stores_.size() - back];
      if (is_alias(store, load, is_of_this_iteration ? 0 : 1))
        return true;
    }
    return false;
  }

  [[nodiscard]] bool is_alias(const MemoryAccess &store, const MemoryAccess &load, int distance) const {
    if (!store.comparable || !load.comparable || store.address.terms != load.address.terms ||
        (distance > 0 && !load.step_bytes) || renaming_.of(store, load, distance) != Renaming::always)
      return false;
    const auto of = [](std::int64_t value) { return static_cast<std::uint64_t>(value); }; // offsets may have any value
    const std::uint64_t apart = of(load.address.offset) - of(store.address.offset) +
                                (distance > 0 ? of(load.step_bytes.value_or(0)) : std::uint64_t{0});
    const std::uint64_t page = std::uint64_t{1} << rule_.low_bits;
    const std::uint64_t within = apart & (page - 1);
    const auto word = static_cast<std::uint64_t>(rule_.word_bytes);
    const bool is_other_page = apart + page / 2 > page; // not the page of the store
    return is_other_page && (within < word || page - within < word);
  }

  const KernelFacts &facts_;
  const AddressAliasing &rule_;
  MemoryRenaming renaming_;
  std::vector<const MemoryAccess *> stores_; ///< in program order
};

void report(const KernelFacts &facts, const AddressAliasing &rule, std::vector<int> loads, int learned, bool on_stack,
            Findings &findings) {
  if (static_cast<int>(loads.size()) <= learned)
    return;
  findings.push_back(make_finding(facts, "osaca-4k-aliasing",
                                  AliasedLoads{.on_stack = on_stack,
                                               .low_bits = rule.low_bits,
                                               .learned = learned,
                                               .cycles = rule.cycles,
                                               .vectors = vectors_for(facts)},
                                  std::move(loads)));
}

} // namespace

void find_aliasing(const KernelFacts &facts, Findings &findings) {
  const std::optional<AddressAliasing> &rule = facts.kernel.model.core().address_aliasing;
  if (!rule)
    return;
  const AliasSearch search(facts, *rule);
  report(facts, *rule, search.loads(false), rule->learned, false, findings);
  report(facts, *rule, search.loads(true), rule->learned_on_stack, true, findings);
}

// Loads that read more than the previous store wrote.

namespace {

/// If the loop's chains are shorter than the forwarding, such loads overlap and cost hardly anything.
bool is_waited_for(const KernelFacts &facts, const FailedForwarding &failed) {
  const Cycles iterations(std::max(failed.distance, 1));
  return failed.cycles.is_zero() || facts.report.bound(BoundKind::loop_carried) * iterations >= failed.cycles;
}

} // namespace

void find_blocked_forwarding(const KernelFacts &facts, Findings &findings) {
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
    return; // only the first one is reported
  }
}

} // namespace osaca
