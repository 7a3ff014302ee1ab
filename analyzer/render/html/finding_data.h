// One finding as the page's script reads it.
#pragma once

#include "collection/collection.h"
#include "render/html/loop_data.h"

namespace osaca::html {

/// A finding speaks in the words of its slowest loop; those of the other loops (cores, paths) are beside it where they
/// differ.
[[nodiscard]] Json finding_data(const CollectedFinding &collected, const Collection &collection, Shared &shared);

} // namespace osaca::html
