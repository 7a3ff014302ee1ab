#include "measure/memory/walk.h"

namespace osaca::measure::memory {

std::string_view name_of(WalkKind kind) {
  switch (kind) {
  case WalkKind::chase: return "chase";
  case WalkKind::read: return "read";
  case WalkKind::write: return "write";
  case WalkKind::update: return "update";
  case WalkKind::copy: return "copy";
  case WalkKind::triad: return "triad";
  case WalkKind::streaming_write: return "streaming_write";
  case WalkKind::streaming_copy: return "streaming_copy";
  case WalkKind::strided_read: return "strided_read";
  case WalkKind::write_in_a_row: return "write_in_a_row";
  case WalkKind::write_by_turns: return "write_by_turns";
  }
  return "";
}

int arrays_of(WalkKind kind) {
  switch (kind) {
  case WalkKind::copy:
  case WalkKind::streaming_copy:
  case WalkKind::write_in_a_row:
  case WalkKind::write_by_turns: return 2;
  case WalkKind::triad: return 3;
  default: return 1;
  }
}

WalkTraffic traffic_of(WalkKind kind) {
  switch (kind) {
  case WalkKind::chase:
  case WalkKind::strided_read:
  case WalkKind::read: return {1, 0, 0, 0};
  case WalkKind::write: return {0, 1, 1, 0};
  case WalkKind::update: return {1, 0, 1, 0};
  case WalkKind::copy: return {1, 1, 1, 0};
  case WalkKind::triad: return {2, 1, 1, 0};
  case WalkKind::streaming_write: return {0, 0, 0, 1};
  case WalkKind::streaming_copy: return {1, 0, 0, 1};
  case WalkKind::write_in_a_row:
  case WalkKind::write_by_turns: return {0, 2, 2, 0};
  }
  return {};
}

std::int64_t span_bytes(const Walk &walk) {
  return walk.kind == WalkKind::strided_read ? walk.bytes / line_bytes * walk.step_bytes : walk.bytes;
}

} // namespace osaca::measure::memory
