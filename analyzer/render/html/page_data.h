// The collection and the lines of its sources as the page's script reads them.
#pragma once

#include "collection/collection.h"

#include <map>
#include <string>
#include <vector>

namespace osaca::html {

// The lines of source files that a page shows: those that loops and findings speak of, with what stands around them.

struct Excerpt {
  int first_line = 1; ///< from 1
  std::vector<std::string> lines;
};

/// By file, in the order of the lines, each line once; files of which nothing is known are not in it.
[[nodiscard]] std::map<std::string, std::vector<Excerpt>> source_excerpts(const Collection &collection);

// The collection as the page's script reads it: JSON in which every text, piece of code and list of ports stands once.

/// Safe inside of a <script> element: it holds no "<". Its form is between this file and html/page, not for other
/// programs (docs/schema/osaca-report-1.schema.json is); docs/use/html-report.md tells how it is built.
[[nodiscard]] std::string page_data(const Collection &collection);

} // namespace osaca::html
