// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives each place the index under which the driver knows it, and the compiler's own location for the way back.
#pragma once

#include "places.h"

#include "capture.h"

namespace osaca::clang_plugin {

class LocationTable {
public:
  LocationTable(const clang::SourceManager &sources, const std::vector<InlinedPlace> &places);

  /// -1 for an invalid one.
  int index_of(clang::SourceLocation location);

  /// Of a place of the second run, with the calls it was inlined through. -1 for -1.
  int index_of(int place);

  /// The same loop statement, seen through the calls of a place.
  int index_of(clang::SourceLocation location, int place);

  [[nodiscard]] const std::vector<capture::Location> &entries() const { return entries_; }
  [[nodiscard]] const std::vector<clang::SourceLocation> &locations() const { return locations_; }

private:
  static constexpr int not_yet = -2;

  [[nodiscard]] std::vector<int> call_sites_of(int place);
  [[nodiscard]] clang::SourceLocation find(const DebugPlace &place) const;
  int add(capture::Location entry, clang::SourceLocation location);

  const clang::SourceManager &sources_;
  std::map<std::string, const clang::FileEntry *> files_; ///< by absolute path
  const std::vector<InlinedPlace> &places_;
  std::vector<int> by_place_;
  std::map<std::pair<unsigned, std::vector<int>>, int> by_location_;
  std::vector<capture::Location> entries_;
  std::vector<clang::SourceLocation> locations_;
};

} // namespace osaca::clang_plugin
