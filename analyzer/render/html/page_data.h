// The collection as the page's script reads it: JSON in which every text, piece of code and list of ports stands once.
#pragma once

#include "collection/collection.h"

#include <string>

namespace osaca::html {

/// Safe inside of a <script> element: it holds no "<". Its form is between this file and html/page, not for other
/// programs (docs/schema/osaca-report-1.schema.json is); docs/use/html-report.md tells how it is built.
[[nodiscard]] std::string page_data(const Collection &collection);

} // namespace osaca::html
