#include "pipeline/read/report_fields.h"

#include <limits>

namespace osaca {
namespace {

constexpr std::int64_t least_step = -(std::int64_t{1} << 53);

MemoryStream stream_of(const JsonField &field, std::size_t instruction_count) {
  MemoryStream out;
  out.array = field.at("array").text();
  out.kind = kind_named<StreamKind>(field.at("kind"), {{"invariant", StreamKind::invariant},
                                                       {"contiguous", StreamKind::contiguous},
                                                       {"strided", StreamKind::strided},
                                                       {"chased", StreamKind::chased},
                                                       {"indirect", StreamKind::indirect},
                                                       {"unknown", StreamKind::unknown}});
  if (field.has("step_bytes"))
    out.step_bytes = field.at("step_bytes").bytes(least_step);
  if (field.has("step_register"))
    out.register_step = RegisterStep{field.at("step_register").text(), field.at("step_factor").bytes(least_step),
                                     field.at("step_more_bytes").bytes(least_step)};
  out.bytes_per_iteration = field.at("bytes_per_iteration").number(0);
  out.lines_per_iteration = field.at("lines_per_iteration").cycles();
  out.reads = field.at("reads").boolean();
  out.writes = field.at("writes").boolean();
  out.is_streaming_store = field.at("streaming_store").boolean();
  out.instructions = indices(field.at("instructions"), instruction_count);
  return out;
}

MemoryLevelFigures level_of(const JsonField &field) {
  MemoryLevelFigures out;
  out.name = field.at("name").text();
  if (field.has("bytes"))
    out.bytes = field.at("bytes").bytes(1);
  out.cycles_per_iteration = field.at("cycles_per_iteration").cycles();
  if (field.has("most_cycles_per_iteration"))
    out.most_cycles = field.at("most_cycles_per_iteration").cycles();
  out.lower_bound_only = field.has("lower_bound_only") && field.at("lower_bound_only").boolean();
  out.traffic = {field.at("lines_read_per_iteration").cycles(), field.at("lines_written_per_iteration").cycles()};
  out.leg_cycles = field.at("transfer_cycles").cycles();
  out.bound_by =
      kind_named<MemoryBoundKind>(field.at("bound_by"), {{"core", MemoryBoundKind::core},
                                                         {"transfers", MemoryBoundKind::transfers},
                                                         {"latency", MemoryBoundKind::latency},
                                                         {"misses", MemoryBoundKind::misses},
                                                         {"streaming_stores", MemoryBoundKind::streaming_stores}});
  out.transfers_of = field.text_or("transfers_of", "");
  if (field.has("domain_cycles_per_iteration"))
    out.domain_cycles = field.at("domain_cycles_per_iteration").cycles();
  if (field.has("saturating_cores"))
    out.saturating_cores = field.at("saturating_cores").number(1);
  out.origin = origin_named(field.at("origin").text()).value_or(Origin::unknown);
  out.source_of_figures = field.at("source_of_figures").text();
  return out;
}

LayerCondition condition_of(const JsonField &field) {
  LayerCondition out;
  out.array = field.at("array").text();
  out.level = field.at("level").text();
  out.rows = field.at("rows").number(0);
  out.most_row_bytes = field.at("most_row_bytes").bytes(0);
  if (field.has("row_bytes"))
    out.row_bytes = field.at("row_bytes").bytes(0);
  out.lines_saved = field.at("lines_saved").cycles();
  return out;
}

/// The index of the named level.
std::optional<int> level_named(const JsonField &field, const char *key, const std::vector<MemoryLevelFigures> &levels) {
  if (!field.has(key))
    return std::nullopt;
  const std::string name = field.at(key).text();
  for (std::size_t i = 0; i < levels.size(); ++i)
    if (levels[i].name == name)
      return static_cast<int>(i);
  field.at(key).fail("the level does not exist");
}

DataLevelSource data_level_source_of(const JsonField &field) {
  return kind_named<DataLevelSource>(field,
                                     {{"said", DataLevelSource::user}, {"trip counts", DataLevelSource::trip_counts}});
}

Footprint footprint_of(const JsonField &field, const std::vector<MemoryLevelFigures> &levels) {
  Footprint out;
  out.bytes = field.at("bytes").bytes(0);
  if (field.has("sweeps"))
    out.sweeps = field.at("sweeps").bytes(1);
  static_cast<void>(field.at("nearest_level"));
  out.nearest_level = level_named(field, "nearest_level", levels).value_or(0);
  if (data_level_source_of(field.at("source")) != DataLevelSource::trip_counts)
    field.at("source").fail("expected 'trip counts'");
  return out;
}

} // namespace

MemoryReport memory_report(const JsonField &field, std::size_t instruction_count) {
  MemoryReport out;
  out.line_bytes = field.at("line_bytes").number(1);
  const JsonField streams = field.at("streams");
  for (std::size_t i = 0; i < streams.size(); ++i)
    out.streams.push_back(stream_of(streams.at(i), instruction_count));
  const JsonField levels = field.at("levels");
  for (std::size_t i = 0; i < levels.size(); ++i)
    out.levels.push_back(level_of(levels.at(i)));
  const JsonField conditions = field.at("layer_conditions");
  for (std::size_t i = 0; i < conditions.size(); ++i)
    out.layer_conditions.push_back(condition_of(conditions.at(i)));
  out.memory_bound_from = level_named(field, "memory_bound_from", out.levels);
  out.data_in = level_named(field, "data_in", out.levels);
  if (field.has("data_told_by"))
    out.data_in_source = data_level_source_of(field.at("data_told_by"));
  if (field.has("footprint") && !out.levels.empty())
    out.footprint = footprint_of(field.at("footprint"), out.levels);
  return out;
}

} // namespace osaca
