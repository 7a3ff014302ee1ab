// What to say about sources that must not be shown.
#pragma once

#include "collection/collection.h"

#include <optional>
#include <string>

namespace osaca {

/// One sentence; empty: nothing is withheld.
[[nodiscard]] std::optional<std::string> note_on_withheld_sources(const Collection &collection);

} // namespace osaca
