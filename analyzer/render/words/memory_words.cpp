// Where the data are, and how this affects the loop.
#include "base/format.h"
#include "base/index.h"
#include "base/text.h"
#include "render/words/sentence_parts.h"
#include "render/words/words.h"

#include <cstdio>
#include <iterator>

namespace osaca {
namespace {

/// "48 KiB", "45.8 MiB"
std::string text_of_bytes(std::int64_t bytes) {
  static constexpr const char *units[] = {"KiB", "MiB", "GiB", "TiB"};
  if (bytes < 1024)
    return format_text("{} bytes", bytes);
  double size = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  for (; size >= 1024 && unit + 1 < std::size(units); ++unit)
    size /= 1024;
  char text[32] = "";
  std::snprintf(text, sizeof text,
                size < 1000 && size != static_cast<double>(static_cast<int>(size)) ? "%.1f " : "%.0f ", size);
  return text + std::string(units[unit]);
}

} // namespace

std::string text_of_memory_bound(MemoryBoundKind kind, const std::string &transfers_of) {
  switch (kind) {
  case MemoryBoundKind::core: return "the core";
  case MemoryBoundKind::transfers:
    return transfers_of.empty() ? "transfers" : transfers_of == "MEM" ? "memory" : transfers_of + " transfers";
  case MemoryBoundKind::latency: return "the latency of dependent loads";
  case MemoryBoundKind::misses: return "the number of cache misses in flight";
  case MemoryBoundKind::streaming_stores: break;
  }
  return "streaming stores";
}

std::string message_of(const DataFar &far) {
  const MemoryLevelFigures &level = far.level;
  std::string out =
      format_text("with its data in {} an iteration takes {}{} cycles instead of {}, limited by {}", level.name,
                  at_least(!level.most_cycles && !level.lower_bound_only), text_of_few(level.cycles_per_iteration),
                  text_of_few(far.core_cycles), text_of_memory_bound(level.bound_by, level.transfers_of));
  if (level.saturating_cores)
    out += *level.saturating_cores == 1
               ? "; one core saturates the memory bandwidth"
               : format_text("; {} cores saturate the memory bandwidth", *level.saturating_cores);
  return out;
}

std::string message_of(const LoadsChased &chased) {
  std::string out = "each iteration waits for a load whose address the previous iteration loaded:";
  for (std::size_t i = 0; i < chased.levels.size(); ++i)
    out += format_text("{}{}{} cycles from {}", i == 0 ? " " : ", ", at_least(chased.levels[i].is_exact),
                       chased.levels[i].cycles.text(0), chased.levels[i].level);
  return out;
}

std::string message_of(const LinesHalfUsed &half_used) {
  return format_text(
      "accesses to {} use {} of the {} bytes of each cache line: the address advances by {} bytes per iteration",
      half_used.array, half_used.bytes_of_line.text(0), half_used.line_bytes, half_used.step_bytes);
}

std::string message_of(const LinesReadToBeWritten &read) {
  return format_text("{} {} only written, but the cache lines are read from memory first: streaming stores would move "
                     "{} lines per iteration instead of {}",
                     joined(read.arrays, ", "), read.arrays.size() == 1 ? "is" : "are", text_of_few(read.without),
                     text_of_few(read.lines));
}

std::string what_bounds(const MemoryLevelFigures &level) {
  std::string out = text_of_memory_bound(level.bound_by, level.transfers_of);
  if (level.saturating_cores)
    out += *level.saturating_cores == 1 ? "; one core saturates it"
                                        : format_text("; saturates at {} cores", *level.saturating_cores);
  if (level.saturating_cores && level.domain_cycles)
    out += format_text(": {} cycles per iteration for all cores together", text_of_few(*level.domain_cycles));
  return out;
}

std::string phrase_of_use(const MemoryStream &stream) {
  if (stream.is_streaming_store)
    return "streaming store";
  return stream.reads && stream.writes ? "read, write" : stream.writes ? "write" : "read";
}

std::string phrase_of_step(const MemoryStream &stream) {
  if (stream.step_bytes)
    return std::to_string(*stream.step_bytes);
  if (!stream.register_step)
    return "?";
  const RegisterStep &step = *stream.register_step;
  const std::string factor = step.factor == 1 ? "" : step.factor == -1 ? "-" : format_text("{}*", step.factor);
  const std::string more =
      step.bytes == 0 ? ""
                      : format_text("{}{}", step.bytes < 0 ? " - " : " + ", step.bytes < 0 ? -step.bytes : step.bytes);
  return format_text("{}{}{}", factor, step.reg, more);
}

std::string phrase_of(const Footprint &footprint) {
  return format_text("its trip counts imply {} of data{}", text_of_bytes(footprint.bytes),
                     footprint.sweeps ? format_text(", used {} times in succession", *footprint.sweeps) : "");
}

std::string text_of_memory_bound(const MemoryReport &memory, std::string_view preposition) {
  const std::size_t level = at(*memory.memory_bound_from);
  if (level == 0)
    return "memory-bound at every level";
  return format_text("memory-bound {} {}{}", preposition, memory.levels[level].name,
                     level + 1 < memory.levels.size() ? " or farther" : "");
}

std::string data_level_reason(const MemoryReport &memory) {
  const std::string trips = memory.footprint ? phrase_of(*memory.footprint) : "";
  if (memory.data_in_source == DataLevelSource::trip_counts)
    return "the nearest level that is large enough: " + trips;
  return "as specified" +
         (memory.is_contradicted()
              ? format_text("; but {}, most of which does not fit in a level nearer than {}", trips,
                            memory.levels[static_cast<std::size_t>(memory.footprint->nearest_level)].name)
              : "");
}

std::string phrase_of(const LayerCondition &condition) {
  const std::string rows = format_text("{}: {} rows ", condition.array, condition.rows);
  const std::string saved = condition.lines_saved.text() + " lines more per iteration";
  if (!condition.row_bytes)
    return format_text("{}stay in {} if a row has up to {} bytes; longer rows cost {}", rows, condition.level,
                       condition.most_row_bytes, saved);
  if (*condition.row_bytes <= condition.most_row_bytes)
    return format_text("{}of {} bytes stay in {}, as would rows of up to {} bytes", rows, *condition.row_bytes,
                       condition.level, condition.most_row_bytes);
  return format_text("{}of {} bytes do not stay in {}, which costs {}; rows of up to {} bytes would stay", rows,
                     *condition.row_bytes, condition.level, saved, condition.most_row_bytes);
}

} // namespace osaca
