#include "base/figure_origin.h"

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

std::optional<Origin> origin_named(std::string_view name) {
  for (int kind = 0; kind <= static_cast<int>(Origin::unknown); ++kind)
    if (name == name_of(static_cast<Origin>(kind)))
      return static_cast<Origin>(kind);
  return std::nullopt;
}

} // namespace osaca
