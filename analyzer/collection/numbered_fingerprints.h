// Fingerprints that are unique although several items may have the same content.
#pragma once

#include "base/fingerprint.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace osaca {

/// Items in the order of their files.
struct ItemsByFile {
  std::size_t count = 0;
  std::function<bool(std::size_t a, std::size_t b)> same_file;
  std::function<std::string(std::size_t item)> content; ///< differs between files; called by several threads
};

/// Of each item's content, and of the number of earlier items with the same content.
[[nodiscard]] std::vector<Fingerprint> numbered_fingerprints(const ItemsByFile &items, int jobs);

} // namespace osaca
