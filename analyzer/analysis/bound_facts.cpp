#include "analysis/bound_facts.h"

namespace osaca {
namespace {

std::vector<std::string> names_of(const Core &core, PortSet ports) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < core.ports.size(); ++i)
    if ((ports >> i & 1U) != 0)
      names.push_back(core.ports[i].name);
  return names;
}

BoundFacts front_end_facts(const Core &core, const FrontEnd &front) {
  const CodeSupply &code = front.code;
  switch (front.code_is_slowest() ? code.limit : CodeSupply::Limit::none) {
  case CodeSupply::Limit::none: break;
  case CodeSupply::Limit::blocks: return CodeBlocks{code.bytes, code.blocks, core.fetch->block_bytes};
  case CodeSupply::Limit::calls: return CallsAndBlocks{front.calls, code.bytes, code.blocks, core.fetch->block_bytes};
  case CodeSupply::Limit::entries:
    return OpCacheEntries{front.macro_ops, code.entries, core.op_cache->entries_per_cycle};
  case CodeSupply::Limit::dense:
    return TooDenseForOpCache{code.dense_bytes, core.op_cache->block_entries * core.op_cache->entry_ops,
                              core.fetch->block_bytes, core.op_cache->decoded_bytes_per_cycle};
  case CodeSupply::Limit::jumps:
    return JumpsNotKept{static_cast<int>(code.lost_jumps.size()), code.lost_bytes,
                        core.op_cache->unkept_jumps->block_bytes};
  case CodeSupply::Limit::lengths: return LengthsFoundLate{code.length_changes, core.fetch->length_change_cycles};
  case CodeSupply::Limit::decoders: return BeyondOpCache{core.op_cache->entries, core.op_cache->decoded_per_cycle};
  case CodeSupply::Limit::cache: return BeyondInstructionCache{code.bytes, core.fetch->beyond_bytes_per_cycle};
  }
  if (front.reading_is_slowest())
    return front.read_in_whole_cycles();
  if (front.calls_are_slowest())
    return CallsInTurn{front.calls};
  if (front.dispatch_cycles < front.branch_cycles)
    return BranchesTakenInTurn{front.taken_branches, core.taken_branch_cycles->value, front.run_ends,
                               front.run_end_cycles};
  if (!front.callee_cycles.is_zero())
    return CalleesRun{front.callee_cycles, front.macro_ops, front.width};
  return Dispatched{front.macro_ops, front.width, front.waiting};
}

} // namespace

BoundFacts facts_of(BoundKind kind, const Core &core, const PortPressure &pressure, const Prediction &prediction) {
  const StoreThroughput &stores = prediction.stores;
  const std::vector<LoopCarriedCycle> &cycles = prediction.loop_carried;
  switch (kind) {
  case BoundKind::ports: return BusiestPorts{names_of(core, pressure.execution_bottleneck)};
  case BoundKind::divider: return DividerPorts{names_of(core, pressure.divider_bottleneck)};
  case BoundKind::front_end: return front_end_facts(core, prediction.front_end);
  case BoundKind::stores:
    if (!core.store_commit)
      return StoresNotModelled();
    return stores.stores == 0 ? StoresLeaving()
                              : StoresLeaving{stores.parts, stores.block_changes, core.store_commit->block_bytes};
  case BoundKind::loop_carried:
    if (cycles.empty())
      return LongestCycle();
    return LongestCycle{cycles.front().cycles, cycles.front().iterations, prediction.chains_of_runs.has_value()};
  case BoundKind::memory: break; // added by place_data()
  }
  return {};
}

} // namespace osaca
