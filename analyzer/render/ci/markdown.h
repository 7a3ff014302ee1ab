// The collection as GitHub-flavoured Markdown, for a job summary or a comment: what changed, then findings, then loops.
#pragma once

#include "collection/collection.h"

#include <string>
#include <string_view>

namespace osaca {

struct MarkdownOptions {
  int most_rows = 100; ///< of each table; a line says how many more there are. GitHub shows at most 1 MiB per step
};

[[nodiscard]] std::string render_markdown(const Collection &collection, const MarkdownOptions &options = {});

/// Text from anywhere, on one line, so that it is shown as it is wherever it stands: in a cell, an item, a paragraph.
[[nodiscard]] std::string markdown_text(std::string_view text);

} // namespace osaca
