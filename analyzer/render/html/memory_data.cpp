#include "render/html/loop_data.h"

#include "render/phrases.h"
#include "render/words/words.h"

#include <algorithm>
#include <optional>

namespace osaca::html {
namespace {

Json null_or(const std::optional<Cycles> &cycles) { return cycles ? Json(number_of(*cycles)) : Json(); }

std::optional<Cycles> of_source_iteration(Cycles cycles, const KernelReport &kernel) {
  const int iterations = kernel.source_iterations.value_or(0);
  return iterations > 0 ? std::optional(cycles / Cycles(iterations)) : std::nullopt;
}

/// The cycles of the loop with all its data in the first level. If streaming stores take longer, the loop's largest
/// bound.
Cycles core_cycles(const KernelReport &kernel) {
  if (kernel.memory->levels.front().bound_by == MemoryBoundKind::core)
    return kernel.memory->levels.front().cycles_per_iteration;
  if (kernel.bound_by != BoundKind::memory)
    return kernel.cycles_per_iteration;
  Cycles largest;
  for (const Bound &bound : kernel.bounds)
    if (bound.kind != BoundKind::memory)
      largest = std::max(largest, bound.cycles);
  return largest;
}

/// [name, bytes, cycles, most cycles, per source iteration, at most, lines read, lines written, limit, origin, source,
/// whether the cycles are only a lower bound]
Json level_data(const MemoryLevelFigures &level, const KernelReport &kernel, Shared &shared) {
  const std::optional<Cycles> most = level.most_cycles ? of_source_iteration(*level.most_cycles, kernel) : std::nullopt;
  return {shared.text(one_line(level.name)),
          level.bytes,
          number_of(level.cycles_per_iteration),
          null_or(level.most_cycles),
          null_or(of_source_iteration(level.cycles_per_iteration, kernel)),
          null_or(most),
          number_of(level.traffic.lines_read),
          number_of(level.traffic.lines_written),
          shared.text(one_line(what_bounds(level))),
          shared.text(name_of(level.origin)),
          shared.text(one_line(level.source_of_figures)),
          level.lower_bound_only};
}

/// [array, use, step in bytes or as text, lines, kind, [instruction, ...]]
Json stream_data(const MemoryStream &stream, Shared &shared) {
  return {shared.text(one_line(stream.array)),
          shared.text(phrase_of_use(stream)),
          stream.step_bytes      ? Json(*stream.step_bytes)
          : stream.register_step ? Json(one_line(phrase_of_step(stream)))
                                 : Json(),
          stream.kind == StreamKind::unknown ? Json() : Json(number_of(stream.lines_per_iteration)),
          shared.text(name_of(stream.kind)),
          stream.instructions};
}

} // namespace

Json memory_data(const KernelReport &kernel, Shared &shared) {
  const MemoryReport &memory = *kernel.memory;
  Json levels = Json::array();
  for (const MemoryLevelFigures &level : memory.levels)
    levels.push_back(level_data(level, kernel, shared));
  Json streams = Json::array();
  for (const MemoryStream &stream : memory.streams)
    streams.push_back(stream_data(stream, shared));
  Json conditions = Json::array();
  for (const LayerCondition &condition : memory.layer_conditions)
    conditions.push_back(shared.text(one_line(phrase_of(condition))));
  Json out = {{"line", memory.line_bytes},
              {"levels", std::move(levels)},
              {"streams", std::move(streams)},
              {"conditions", std::move(conditions)}};
  if (!memory.levels.empty())
    out["core"] = number_of(core_cycles(kernel));
  if (memory.memory_bound_from)
    out["boundFrom"] = *memory.memory_bound_from;
  if (memory.data_in) {
    out["dataIn"] = *memory.data_in;
    out["dataWhy"] = shared.text(one_line(data_level_reason(memory)));
  }
  return out;
}

} // namespace osaca::html
