// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Places in the source as instructions carry them through the optimiser: a line, and the calls through which the code
// was inlined.
#pragma once

#include "capture.h"
#include "front/loop_extents.h"

namespace osaca::clang_plugin {

[[nodiscard]] std::string absolute_path(llvm::StringRef path);

/// What an instruction at a place accesses.
struct PlacedAccess {
  std::string array = {};         ///< the array as the source names it; "": unknown or none
  std::vector<int> may_hold = {}; ///< places of loads that the code generator may fold into the instruction
};

struct InlinedPlace {
  DebugPlace place;
  int call_site = -1;   ///< index of the place where its function was inlined, or -1
  std::string function; ///< symbol of the function in which it was written; "": unknown
  PlacedAccess access = {};
  int without_access = -1; ///< index of the same place without an access; -1: this entry has no access
};

class PlaceTable {
public:
  /// Notes which function each subprogram (a function's entry in the debug information) belongs to. Call it before
  /// functions are inlined or removed.
  void note_functions(const llvm::Module &module);

  [[nodiscard]] DebugPlace place_of(const llvm::DILocation &location);

  /// The symbol of the function in whose source the location is; "": unknown.
  [[nodiscard]] std::string function_of(const llvm::DILocation &location) const;

  /// The index of the place; -1 for nullptr and for locations without a line.
  int index_of(const llvm::DILocation *location);
  int index_of(InlinedPlace place);

  /// Adds an entry for an instruction at place `index` that has this access. Returns `index` unchanged if there is no
  /// access, or if `index` is -1 (unknown).
  int with_access(int index, PlacedAccess access);

  [[nodiscard]] const std::vector<InlinedPlace> &entries() const { return entries_; }

private:
  const std::string &file_of(const llvm::DIFile *file);

  std::vector<InlinedPlace> entries_;
  std::unordered_map<const llvm::DILocation *, int> known_;
  std::unordered_map<const llvm::DIFile *, std::string> files_;
  std::unordered_map<const llvm::DISubprogram *, std::string> functions_;
};

// Maps each place to its index in the capture, and to the compiler's own location for diagnostics.

class LocationTable {
public:
  LocationTable(const clang::SourceManager &sources, const std::vector<InlinedPlace> &places);

  /// The index of the location, which is added if it is new; -1 if the location is invalid.
  int index_of(clang::SourceLocation location);

  /// The index for a place of the second run, with the calls it was inlined through. If `place` is -1 (unknown), the
  /// result is -1.
  int index_of(int place);

  /// The index for a loop statement that was inlined through the calls of `place`.
  int index_of(clang::SourceLocation location, int place);

  [[nodiscard]] const std::vector<capture::Location> &entries() const { return entries_; }
  [[nodiscard]] const std::vector<clang::SourceLocation> &locations() const { return locations_; }

private:
  static constexpr int not_yet = -2;

  [[nodiscard]] std::vector<int> call_sites_of(int place);
  [[nodiscard]] clang::SourceLocation find(const DebugPlace &place);
  int add(capture::Location entry, clang::SourceLocation location);

  const clang::SourceManager &sources_;
  struct File {
    const clang::FileEntry *entry = nullptr;
    std::optional<clang::FileID> id; ///< Clang's search for it takes long
  };
  std::map<std::string, File> files_; ///< by absolute path
  const std::vector<InlinedPlace> &places_;
  std::vector<int> by_place_;
  std::map<std::pair<unsigned, std::vector<int>>, int> by_location_;
  std::vector<capture::Location> entries_;
  std::vector<clang::SourceLocation> locations_;
};

} // namespace osaca::clang_plugin
