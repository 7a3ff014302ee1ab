#include "kernel/cost.h"

namespace osaca {

std::string_view name_of(Origin origin) {
  switch (origin) {
  case Origin::user: return "user";
  case Origin::measured: return "measured";
  case Origin::published: return "published";
  case Origin::vendor: return "vendor";
  case Origin::recalled: return "recalled";
  case Origin::composed: return "composed";
  case Origin::compiler: return "compiler";
  case Origin::unknown: break;
  }
  return "unknown";
}

} // namespace osaca
