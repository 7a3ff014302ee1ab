// Fingerprints that are unique although several items may have the same content.
#pragma once

#include "base/fingerprint.h"
#include "collection/loop_identity.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace osaca {

class NumberedFingerprints {
public:
  /// Of an item's content, and of the number of earlier items with the same content.
  [[nodiscard]] Fingerprint next(Fingerprint content) {
    return content.followed_by(key_separator + std::to_string(counts_[content.value]++));
  }

private:
  std::unordered_map<std::uint64_t, int> counts_; ///< by content
};

/// The ranges of items that are in the same file: where each begins, and the end of the last one. Items are in the
/// order of their files.
template <class SameFile> std::vector<std::size_t> ranges_of_files(std::size_t count, const SameFile &same_file) {
  std::vector<std::size_t> begins;
  for (std::size_t i = 0; i < count; ++i)
    if (i == 0 || !same_file(i - 1, i))
      begins.push_back(i);
  begins.push_back(count);
  return begins;
}

} // namespace osaca
