// Numbers texts in their order. Sorting many items by the numbers is much faster than by the texts.
#pragma once

#include "base/source_location.h"

#include <algorithm>
#include <compare>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace osaca {

/// First all texts are added, then they are ranked. The texts must stay where they are. It is fast for texts that are
/// equal to the previous one.
class TextRanks {
public:
  void add(std::string_view text) {
    if (ranks_.empty() || text != last_)
      ranks_.try_emplace(text, 0);
    last_ = text;
  }

  void rank() {
    std::vector<std::string_view> texts;
    texts.reserve(ranks_.size());
    for (const auto &[text, number] : ranks_)
      texts.push_back(text);
    std::ranges::sort(texts);
    for (std::size_t i = 0; i < texts.size(); ++i)
      ranks_[texts[i]] = static_cast<int>(i);
    last_rank_ = ranks_.empty() ? 0 : ranks_.at(last_);
  }

  /// Precondition: the text was added.
  [[nodiscard]] int of(std::string_view text) {
    if (text != last_) {
      last_rank_ = ranks_.at(text);
      last_ = text;
    }
    return last_rank_;
  }

private:
  std::unordered_map<std::string_view, int> ranks_;
  std::string_view last_;
  int last_rank_ = 0;
};

/// Orders places as SourceLocation's members do: by the name of the file, the line and the column.
struct PlaceRank {
  int file = 0;
  int line = 0;
  int column = 0;
  friend auto operator<=>(const PlaceRank &, const PlaceRank &) = default;
};

[[nodiscard]] inline PlaceRank rank_of(const SourceLocation &where, TextRanks &files) {
  return {files.of(where.file), where.line, where.column};
}

} // namespace osaca
