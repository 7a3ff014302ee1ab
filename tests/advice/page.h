// The examples' part of the rules' pages. A page is written by hand but for what stands between
//   <!-- example: NAME -->  and  <!-- end of example -->
// which is the sources, the options and the figures of that example, word for word.
#pragma once

#include "figures.h"

#include <string>
#include <vector>

namespace osaca::advice {

/// What belongs between the two marks.
[[nodiscard]] Expected<std::string> example_block(const Example &example, const std::vector<Figures> &figures);

/// The page with all its blocks made anew; an error names an example that the page lacks or that does not exist.
[[nodiscard]] Expected<std::string> renewed_page(const std::string &page, const std::vector<Example> &of_rule);

} // namespace osaca::advice
