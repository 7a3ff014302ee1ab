// Fingerprints that are unique although several items may have the same content.
#pragma once

#include "base/fingerprint.h"
#include "base/index.h"
#include "base/index_table.h"
#include "collection/loop_identity.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace osaca {

class NumberedFingerprints {
public:
  /// `most`: the greatest number of items.
  explicit NumberedFingerprints(std::size_t most) : known_(most) {}

  /// Of an item's content, and of the number of earlier items with the same content.
  [[nodiscard]] Fingerprint next(Fingerprint content) {
    const int next = static_cast<int>(contents_.size());
    const int same =
        known_.first_same(content.value, next, [&](int other) { return contents_[at(other)].first == content; });
    if (same == next)
      contents_.emplace_back(content, 0);
    return content.followed_by(key_separator + std::to_string(contents_[at(same)].second++));
  }

private:
  std::vector<std::pair<Fingerprint, int>> contents_; ///< different ones, and how often each has occurred
  IndexTable known_;                                  ///< of contents_
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
