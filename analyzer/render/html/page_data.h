// The collection and the lines of its sources as data for the script of the page.
#pragma once

#include "collection/collection.h"

#include <map>
#include <string>
#include <vector>

namespace osaca::html {

// The source lines that a page shows: those with loops and findings, and some lines around them.

struct Excerpt {
  int first_line = 1; ///< from 1
  std::vector<std::string> lines;
};

/// By file, in the order of the lines, each line once. Files without known lines are omitted.
[[nodiscard]] std::map<std::string, std::vector<Excerpt>> source_excerpts(const Collection &collection);

// The collection as JSON. Each text, piece of code and list of ports is stored once.

/// Safe inside a <script> element, because it contains no "<". The format is internal to this file and html/page; other
/// programs use docs/schema/osaca-report-1.schema.json. docs/use/html-report.md describes how the page is built.
[[nodiscard]] std::string page_data(const Collection &collection);

} // namespace osaca::html
