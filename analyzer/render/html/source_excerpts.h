// The lines of source files that a page shows: those that loops and findings speak of, with what stands around them.
#pragma once

#include "collection/collection.h"

#include <map>
#include <string>
#include <vector>

namespace osaca::html {

struct Excerpt {
  int first_line = 1; ///< from 1
  std::vector<std::string> lines;
};

/// By file, in the order of the lines, each line once; files of which nothing is known are not in it.
[[nodiscard]] std::map<std::string, std::vector<Excerpt>> source_excerpts(const Collection &collection);

} // namespace osaca::html
