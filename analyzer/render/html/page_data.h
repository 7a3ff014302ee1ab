// The collection and the lines of its sources as data for the script of the page.
#pragma once

#include "collection/collection.h"
#include "render/html.h"
#include "render/selection.h"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::html {

// The source lines that a page shows: those with loops and findings, and some lines around them.

struct Excerpt {
  int first_line = 1; ///< from 1
  std::vector<std::string> lines;
};

/// By file, in the order of the lines, each line once. Files without known lines are omitted. `loops`: the reports with
/// details whose lines are shown.
[[nodiscard]] std::map<std::string, std::vector<Excerpt>> source_excerpts(const Collection &collection,
                                                                          std::span<const KernelReport> loops);

// The collection as JSON. Each text, piece of code and list of ports is stored once. The format is internal to these
// files and html/page; other programs use docs/schema/osaca-report-1.schema.json. docs/use/html-report.md describes how
// the page is built.

struct PageData {
  std::string page;               ///< safe inside a <script> element, because it contains no "<"
  std::vector<std::string> parts; ///< the details of some loops each, compressed by zlib, as base64; empty: in `page`
};
[[nodiscard]] PageData page_data(const Collection &collection, const HtmlOptions &options);

// The most important loops as markup, which a browser shows while it reads the data of many loops.

[[nodiscard]] std::string first_rows(const Collection &collection);

// Compressed text that a script element can hold.

[[nodiscard]] std::string packed(std::string_view text);

} // namespace osaca::html
