// The collection as one self-contained HTML file that needs no network and no library. docs/use/html-report.md
// describes it.
#pragma once

#include "collection/collection.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace osaca {

/// Reads the details (collection/loop_details.h) of these loops of a collection: returns their reports, in the same
/// order.
using DetailsReader = std::function<std::vector<KernelReport>(const std::vector<int> &loops)>;

struct HtmlOptions {
  /// Empty: the collection has the details. Otherwise called by one thread, with the loops of at most four parts
  /// per thread of `jobs` at a time.
  DetailsReader details;
  /// A page of more loops is in parts: the details of its loops are compressed, and the script unpacks those of a loop
  /// that is opened. A browser could not read a page of many loops at once in a reasonable time.
  std::size_t most_loops_at_once = 5000;
  std::size_t loops_per_part = 100;
  int jobs = 1; ///< number of threads; it does not affect the page
};

/// Equal collections give equal bytes. Text from the input is escaped and never becomes markup.
[[nodiscard]] std::string render_html(const Collection &collection, const HtmlOptions &options = {});

} // namespace osaca
