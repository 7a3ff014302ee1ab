#include "decode/dialect/edited_text.h"

#include <algorithm>
#include <iterator>

namespace osaca {

void EditedText::replace(std::size_t begin, std::size_t end, std::string_view text) {
  pieces_.push_back({edited_.size(), done_, true});
  edited_.append(original_, done_, begin - done_);
  pieces_.push_back({edited_.size(), begin, false});
  edited_.append(text);
  done_ = end;
}

void EditedText::finish() {
  if (!is_edited())
    return;
  pieces_.push_back({edited_.size(), done_, true});
  edited_.append(original_, done_);
}

std::size_t EditedText::original_offset(std::size_t offset) const {
  // Of several pieces at one place, all but the last are empty.
  const auto next = std::upper_bound(pieces_.begin(), pieces_.end(), offset,
                                     [](std::size_t at, const Piece &piece) { return at < piece.edited; });
  if (next == pieces_.begin())
    return offset;
  const Piece &piece = *std::prev(next);
  return piece.is_copied ? std::min(piece.original + (offset - piece.edited), original_.size()) : piece.original;
}

} // namespace osaca
