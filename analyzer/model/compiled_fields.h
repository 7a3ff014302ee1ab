// The fields of a model's values in the order in which compiled models hold them. Changing anything here means a new
// version of the compiled form.
#pragma once

#include "model/byte_archive.h"
#include "model/library.h"
#include "model/machine_model.h"

namespace osaca {

template <class Archive> void visit(Archive &archive, Cycles &value) {
  constexpr std::int64_t limit = 1'000'000'000'000'000;
  std::int64_t numerator = value.numerator();
  std::int64_t denominator = value.denominator();
  archive.number(numerator);
  archive.number(denominator);
  if constexpr (Archive::reads) {
    if (denominator <= 0 || denominator > limit || numerator < -limit || numerator > limit)
      return archive.fail();
    value = Cycles(numerator, denominator);
  }
}

template <class Archive> void visit(Archive &archive, Provenance &value) {
  visit_enum(archive, value.origin, Origin::unknown);
  visit(archive, value.text);
}

template <class Archive> void visit(Archive &archive, SourcedCycles &value) {
  visit(archive, value.value);
  visit(archive, value.provenance);
}

template <class Archive> void visit(Archive &archive, Port &value) {
  visit(archive, value.name);
  visit_enum(archive, value.kind, PortKind::divider);
}

template <class Archive> void visit(Archive &archive, PortDemand &value) {
  visit(archive, value.ports);
  visit(archive, value.cycles);
}

template <class Archive> void visit(Archive &archive, OperandLatency &value) {
  visit(archive, value.from);
  visit(archive, value.to);
  visit(archive, value.cycles);
}

template <class Archive> void visit(Archive &archive, MemoryAccessCost &value) {
  visit_enum(archive, value.kind, RegisterKind::other);
  visit(archive, value.max_width_bits);
  visit(archive, value.demands);
  visit(archive, value.indexed_demands);
  visit(archive, value.dispatch_slots);
  visit(archive, value.latency_cycles);
  visit(archive, value.indexed_extra_cycles);
  visit_enum(archive, value.indexed_extra_for, IndexedForms::scaled_or_displaced);
  visit(archive, value.forward_cycles);
  visit(archive, value.failed_forward_cycles);
  visit(archive, value.provenance);
}

template <class Archive> void visit(Archive &archive, FusionRule &value) {
  visit(archive, value.first);
  visit(archive, value.second);
  visit(archive, value.first_may_load);
  visit(archive, value.first_may_have_immediate_and_memory);
  visit(archive, value.first_may_have_immediate_and_displacement);
  visit(archive, value.load_takes_slot);
  visit(archive, value.second_mnemonic);
  visit(archive, value.provenance);
}

template <class Archive> void visit(Archive &archive, IdiomRule &value) {
  visit_enum(archive, value.kind, IdiomRule::Kind::flags);
  visit(archive, value.match);
  visit(archive, value.eliminated);
  visit(archive, value.onto_itself);
  visit(archive, value.provenance);
}

template <class Archive> void visit(Archive &archive, StoreCommit &value) {
  visit(archive, value.block_bytes);
  visit(archive, value.per_cycle);
  visit(archive, value.provenance);
}

template <class Archive> void visit(Archive &archive, Fetch &value) {
  visit(archive, value.block_bytes);
  visit(archive, value.cache_bytes);
  visit(archive, value.beyond_bytes_per_cycle);
  visit(archive, value.provenance);
}

template <class Archive> void visit(Archive &archive, OpCache &value) {
  visit(archive, value.entries);
  visit(archive, value.entry_ops);
  visit(archive, value.decoded_per_cycle);
  visit(archive, value.provenance);
}

template <class Archive> void visit(Archive &archive, AddressAliasing &value) {
  visit(archive, value.low_bits);
  visit(archive, value.word_bytes);
  visit(archive, value.learned);
  visit(archive, value.learned_on_stack);
  visit(archive, value.cycles);
  visit(archive, value.provenance);
}

template <class Archive> void visit(Archive &archive, LineCrossing &value) {
  visit(archive, value.line_bytes);
  visit(archive, value.vector_demands);
  visit(archive, value.vector_part_bytes);
  visit(archive, value.whole_line_demands);
  visit(archive, value.provenance);
}

template <class Archive> void visit(Archive &archive, StackSync &value) {
  visit(archive, value.demands);
  visit(archive, value.dispatch_slots);
  visit(archive, value.latency_cycles);
  visit(archive, value.provenance);
}

template <class Archive> void visit(Archive &archive, Scheduler &value) {
  visit(archive, value.name);
  visit(archive, value.ports);
  visit(archive, value.entries);
  visit(archive, value.per_cycle);
  visit(archive, value.is_queued);
  visit(archive, value.provenance);
}

template <class Archive> void visit(Archive &archive, SchedulerQueue &value) {
  visit(archive, value.entries);
  visit(archive, value.per_cycle);
  visit(archive, value.counted_cycles_ago);
  visit(archive, value.provenance);
}

template <class Archive> void visit(Archive &archive, Core &value) {
  visit(archive, value.ports);
  visit(archive, value.dispatch_width);
  visit(archive, value.taken_branch_cycles);
  visit(archive, value.reorder_buffer);
  visit(archive, value.address_update_cycles);
  visit(archive, value.stack_engine);
  visit(archive, value.stack_sync);
  visit(archive, value.store_commit);
  visit(archive, value.line_crossing);
  visit(archive, value.renamed_loads);
  visit(archive, value.renamed_in_place_bytes);
  visit(archive, value.renamed_by_stack_pointer_only);
  visit(archive, value.not_renamed_in_place);
  visit(archive, value.address_aliasing);
  visit(archive, value.fetch);
  visit(archive, value.op_cache);
  visit(archive, value.high_bytes_apart);
  visit(archive, value.loads);
  visit(archive, value.stores);
  visit(archive, value.schedulers);
  visit(archive, value.scheduler_queue);
  visit(archive, value.retire_width);
  visit(archive, value.fusion);
  visit(archive, value.idioms);
}

template <class Archive> void visit(Archive &archive, FormEntry::ThreeComponent &value) {
  visit(archive, value.demands);
  visit(archive, value.latency_cycles);
}

/// A form without its name; `source` is its provenance's place in the model's list.
template <class Archive> void visit_figures(Archive &archive, FormEntry &value, int &source) {
  visit(archive, value.cost.demands);
  visit(archive, value.cost.dispatch_slots);
  visit(archive, value.cost.latency_cycles);
  visit(archive, value.cost.load_latency_cycles);
  visit(archive, value.cost.store_forward_cycles);
  visit(archive, value.cost.operand_latencies);
  visit(archive, value.complete);
  visit(archive, value.three_component);
  visit(archive, source);
}

template <class Archive> void visit(Archive &archive, Coverage &value) {
  for (int i = 0; i <= static_cast<int>(Origin::unknown); ++i) {
    const auto origin = static_cast<Origin>(i);
    const auto found = value.forms.find(origin);
    int count = found == value.forms.end() ? 0 : found->second;
    archive.number(count);
    if (Archive::reads && count > 0)
      value.forms[origin] = count;
  }
}

template <class Archive> void visit(Archive &archive, StandIn &value) {
  visit(archive, value.cpu);
  visit(archive, value.because);
}

template <class Archive> void visit(Archive &archive, ArchNote &value) {
  visit_enum(archive, value.kind, ArchNote::Kind::borrowed_figures);
  visit(archive, value.text);
}

template <class Archive> void visit(Archive &archive, ModelSummary &value) {
  visit(archive, value.name);
  visit(archive, value.title);
  visit_enum(archive, value.isa, Isa::riscv64);
  visit(archive, value.aliases);
  visit(archive, value.stand_ins);
  visit(archive, value.compiler_cpu);
  visit(archive, value.coverage);
}

/// What of Data is neither in the summary nor a form.
template <class Archive> void visit_details(Archive &archive, MachineModel::Data &value) {
  const std::uint32_t size = archive.count(value.compiler_ports.size());
  if constexpr (Archive::reads) {
    for (std::uint32_t i = 0; i < size && archive.ok(); ++i) {
      std::string unit;
      visit(archive, unit);
      visit(archive, value.compiler_ports[unit]);
    }
  } else {
    for (auto &[unit, ports] : value.compiler_ports) {
      std::string name = unit;
      visit(archive, name);
      visit(archive, ports);
    }
  }
  visit(archive, value.notes);
  visit(archive, value.fallback_only);
  visit(archive, value.core);
}

} // namespace osaca
