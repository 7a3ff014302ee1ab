// The collection as one self-contained HTML file that needs no network and no library. docs/use/html-report.md
// describes it.
#pragma once

#include "collection/collection.h"

#include <string>

namespace osaca {

/// Equal collections give equal bytes. Text from the input is escaped and never becomes markup.
[[nodiscard]] std::string render_html(const Collection &collection);

} // namespace osaca
