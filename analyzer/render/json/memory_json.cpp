#include "render/json/report_json.h"

namespace osaca {
namespace {

void write(JsonWriter &out, const MemoryStream &stream) {
  out.object([&] {
    out.field("array", stream.array);
    out.field("kind", name_of(stream.kind));
    if (stream.step_bytes)
      out.field("step_bytes", *stream.step_bytes);
    if (stream.register_step) {
      out.field("step_register", stream.register_step->reg);
      out.field("step_factor", stream.register_step->factor);
      out.field("step_more_bytes", stream.register_step->bytes);
    }
    out.field("bytes_per_iteration", stream.bytes_per_iteration);
    out.field("lines_per_iteration", stream.lines_per_iteration.to_double());
    out.field("reads", stream.reads);
    out.field("writes", stream.writes);
    out.field("streaming_store", stream.is_streaming_store);
    out.field("instructions", stream.instructions);
  });
}

void write(JsonWriter &out, const MemoryLevelFigures &level) {
  out.object([&] {
    out.field("name", level.name);
    if (level.bytes != 0)
      out.field("bytes", level.bytes);
    out.field("cycles_per_iteration", level.cycles_per_iteration.to_double());
    if (level.most_cycles)
      out.field("most_cycles_per_iteration", level.most_cycles->to_double());
    if (level.lower_bound_only)
      out.field("lower_bound_only", true);
    out.field("lines_read_per_iteration", level.traffic.lines_read.to_double());
    out.field("lines_written_per_iteration", level.traffic.lines_written.to_double());
    out.field("transfer_cycles", level.leg_cycles.to_double());
    out.field("bound_by", name_of(level.bound_by));
    if (!level.transfers_of.empty())
      out.field("transfers_of", level.transfers_of);
    if (level.domain_cycles)
      out.field("domain_cycles_per_iteration", level.domain_cycles->to_double());
    if (level.saturating_cores)
      out.field("saturating_cores", *level.saturating_cores);
    out.field("origin", name_of(level.origin));
    out.field("source_of_figures", level.source_of_figures);
  });
}

void write(JsonWriter &out, const LayerCondition &condition) {
  out.object([&] {
    out.field("array", condition.array);
    out.field("level", condition.level);
    out.field("rows", condition.rows);
    out.field("most_row_bytes", condition.most_row_bytes);
    if (condition.row_bytes)
      out.field("row_bytes", *condition.row_bytes);
    out.field("lines_saved", condition.lines_saved.to_double());
  });
}

} // namespace

void write(JsonWriter &out, const MemoryReport &memory) {
  out.object([&] {
    out.field("line_bytes", memory.line_bytes);
    out.key("streams");
    out.array(memory.streams, [&](const MemoryStream &stream) { write(out, stream); });
    out.key("levels");
    out.array(memory.levels, [&](const MemoryLevelFigures &level) { write(out, level); });
    out.key("layer_conditions");
    out.array(memory.layer_conditions, [&](const LayerCondition &condition) { write(out, condition); });
    if (memory.memory_bound_from)
      out.field("memory_bound_from", memory.levels[static_cast<std::size_t>(*memory.memory_bound_from)].name);
    if (memory.data_in)
      out.field("data_in", memory.levels[static_cast<std::size_t>(*memory.data_in)].name);
    if (memory.data_in)
      out.field("data_told_by", name_of(memory.data_in_source));
    if (memory.footprint) {
      out.key("footprint");
      out.object([&] {
        out.field("bytes", memory.footprint->bytes);
        if (memory.footprint->sweeps)
          out.field("sweeps", *memory.footprint->sweeps);
        out.field("nearest_level", memory.levels[static_cast<std::size_t>(memory.footprint->nearest_level)].name);
        out.field("source", name_of(DataLevelSource::trip_counts));
      });
    }
  });
}

} // namespace osaca
