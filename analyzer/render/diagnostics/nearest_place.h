// Which of a capture's places stands for a place of the report.
#pragma once

#include "base/source_location.h"

#include <map>
#include <string>
#include <vector>

namespace osaca {

class NearestPlace {
public:
  explicit NearestPlace(const std::vector<SourceLocation> &places);

  /// Index of the listed place closest to `where`: the same one, else on the same line, else on the nearest line of the
  /// file; the first one listed if the file is not among them.
  [[nodiscard]] std::size_t index_of(const SourceLocation &where) const;

private:
  /// Per line the columns there, with the first index that has each.
  using Lines = std::map<int, std::map<int, std::size_t>>;

  std::map<std::string, Lines> files_;
};

} // namespace osaca
