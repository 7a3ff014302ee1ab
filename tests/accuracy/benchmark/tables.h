// What the benchmark prints and writes.
#pragma once

#include "groups.h"

#include <iosfwd>
#include <string>
#include <vector>

namespace osaca::accuracy {

struct ToolResult {
  std::string tool;
  Agreement agreement;
  double seconds = 0;
};

/// `what`: "blocks", "loops".
void print_tools(std::ostream &out, const std::string &what, const std::vector<ToolResult> &tools);

/// `title`: "blocks: our errors by our bound".
void print_groups(std::ostream &out, const std::string &title, const std::vector<Group> &groups);

void print_rows(std::ostream &out, const std::string &title, const std::vector<Row> &rows,
                const std::vector<std::string> &peers);

/// CSV with a line of titles, and one line per row.
[[nodiscard]] std::string rows_header(const std::vector<std::string> &peers);
[[nodiscard]] std::string row_as_csv(const std::string &what, const Row &row);

} // namespace osaca::accuracy
