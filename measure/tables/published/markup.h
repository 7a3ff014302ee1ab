// Rows of preformatted text and of tables in HTML.
//
// The pages that are read here are not well-formed XML (elements are left open, attributes are repeated), so pugixml
// cannot read them. Their rows are regular, and a scan for a few tags is enough: no tree is needed, and a library for
// HTML would be one more dependency for two file formats.
#pragma once

#include "base/source_location.h"

#include <string>
#include <string_view>
#include <vector>

namespace osaca::measure {

struct MarkupRow {
  int line = 0; ///< of the file, from 1
  std::vector<std::string> cells;
};

/// The text of each element `<pre class="nolabel">`, as a row with one cell. Its tags are removed. Elements that are
/// not closed are ignored.
[[nodiscard]] std::vector<MarkupRow> preformatted_rows(std::string_view page);

/// The rows (header and body) of the first element `<table id="ID"`; empty if there is none. Tags in cells are removed.
[[nodiscard]] std::vector<MarkupRow> table_rows(std::string_view page, std::string_view id);

/// The text of the first element with this name; empty if there is none.
[[nodiscard]] std::string element_text(std::string_view page, std::string_view name);

} // namespace osaca::measure
