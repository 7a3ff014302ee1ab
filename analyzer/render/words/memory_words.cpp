// Where the data are, and what that makes of a loop.
#include "render/words/parts.h"
#include "render/words/words.h"

namespace osaca {

std::string text_of_memory_bound(MemoryBoundKind kind, const std::string &transfers_of) {
  switch (kind) {
  case MemoryBoundKind::core: return "the core";
  case MemoryBoundKind::transfers: return transfers_of.empty() ? "transfers" : transfers_of == "MEM" ? "memory" : transfers_of + " transfers";
  case MemoryBoundKind::latency: return "the latency of loads that wait for each other";
  case MemoryBoundKind::misses: return "misses in no order, of which only so many are under way at once";
  case MemoryBoundKind::streaming_stores: break;
  }
  return "streaming stores";
}

std::string what_bounds(const MemoryLevelFigures &level) {
  std::string out = text_of_memory_bound(level.bound_by, level.transfers_of);
  if (level.saturating_cores)
    out += *level.saturating_cores == 1 ? "; one core saturates it" : "; saturates at " + std::to_string(*level.saturating_cores) + " cores";
  return out;
}

std::string phrase_of_use(const MemoryStream &stream) {
  if (stream.is_streaming_store)
    return "streaming store";
  return stream.reads && stream.writes ? "read, write" : stream.writes ? "write" : "read";
}

std::string phrase_of(const LayerCondition &condition) {
  const std::string rows = condition.array + ": " + std::to_string(condition.rows) + " rows ";
  const std::string limit = std::to_string(condition.most_row_bytes) + " bytes a row";
  const std::string saved = condition.lines_saved.text() + " lines per iteration";
  if (!condition.row_bytes)
    return rows + "stay in " + condition.level + " up to " + limit + "; if not, that costs " + saved;
  const bool holds = *condition.row_bytes <= condition.most_row_bytes;
  return rows + "of " + std::to_string(*condition.row_bytes) + " bytes " + (holds ? "stay in " : "do not stay in ") + condition.level +
         (holds ? "" : ", which costs " + saved) + " (up to " + limit + ")";
}

} // namespace osaca
