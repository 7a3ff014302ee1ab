// The report as one HTML file that needs nothing else: no network, no library. docs/use/html-report.md describes it.
#pragma once

#include "collection/collection.h"

#include <string>

namespace osaca {

/// The same collection gives the same bytes. Text of the input is data in it, never markup.
[[nodiscard]] std::string render_html(const Collection &collection);

} // namespace osaca
