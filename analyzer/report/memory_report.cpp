#include "report/memory_report.h"

namespace osaca {

std::string_view name_of(StreamKind kind) {
  switch (kind) {
  case StreamKind::invariant: return "invariant";
  case StreamKind::contiguous: return "contiguous";
  case StreamKind::strided: return "strided";
  case StreamKind::chased: return "chased";
  case StreamKind::indirect: return "indirect";
  case StreamKind::unknown: break;
  }
  return "unknown";
}

std::string_view name_of(MemoryBoundKind kind) {
  switch (kind) {
  case MemoryBoundKind::core: return "core";
  case MemoryBoundKind::transfers: return "transfers";
  case MemoryBoundKind::latency: return "latency";
  case MemoryBoundKind::misses: return "misses";
  case MemoryBoundKind::streaming_stores: break;
  }
  return "streaming_stores";
}

std::string_view name_of(DataTeller teller) { return teller == DataTeller::somebody ? "said" : "trip counts"; }

} // namespace osaca
