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
  }
  return "";
}

int arrays_of(WalkKind kind) {
  switch (kind) {
  case WalkKind::copy:
  case WalkKind::streaming_copy: return 2;
  case WalkKind::triad: return 3;
  default: return 1;
  }
}

WalkTraffic traffic_of(WalkKind kind) {
  switch (kind) {
  case WalkKind::chase:
  case WalkKind::read: return {1, 0, 0, 0};
  case WalkKind::write: return {0, 1, 1, 0};
  case WalkKind::update: return {1, 0, 1, 0};
  case WalkKind::copy: return {1, 1, 1, 0};
  case WalkKind::triad: return {2, 1, 1, 0};
  case WalkKind::streaming_write: return {0, 0, 0, 1};
  case WalkKind::streaming_copy: return {1, 0, 0, 1};
  }
  return {};
}

} // namespace osaca::measure::memory
