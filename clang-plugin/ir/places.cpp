// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/places.h"

#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

namespace osaca::clang_plugin {

std::string absolute_path(llvm::StringRef path) {
  llvm::SmallString<128> absolute(path);
  llvm::sys::fs::make_absolute(absolute);
  return absolute.str().str();
}

void PlaceTable::note_functions(const llvm::Module &module) {
  for (const llvm::Function &function : module)
    if (const llvm::DISubprogram *subprogram = function.getSubprogram())
      functions_.emplace(subprogram, function.getName().str());
}

const std::string &PlaceTable::file_of(const llvm::DIFile *file) {
  const auto inserted = files_.try_emplace(file);
  if (inserted.second && file != nullptr) {
    llvm::SmallString<128> path(file->getFilename());
    if (!llvm::sys::path::is_absolute(path)) {
      path = file->getDirectory();
      llvm::sys::path::append(path, file->getFilename());
    }
    inserted.first->second = absolute_path(path);
  }
  return inserted.first->second;
}

DebugPlace PlaceTable::place_of(const llvm::DILocation &location) {
  return {file_of(location.getFile()), location.getLine(), location.getColumn()};
}

std::string PlaceTable::function_of(const llvm::DILocation &location) const {
  const auto function = functions_.find(location.getScope()->getSubprogram());
  return function != functions_.end() ? function->second : std::string();
}

int PlaceTable::index_of(const llvm::DILocation *location) {
  if (location == nullptr || location->getLine() == 0)
    return -1;
  const auto known = known_.find(location);
  if (known != known_.end())
    return known->second;
  InlinedPlace entry;
  entry.place = place_of(*location);
  entry.call_site = index_of(location->getInlinedAt());
  entry.function = function_of(*location);
  const int index = index_of(std::move(entry));
  known_[location] = index;
  return index;
}

int PlaceTable::with_access(int index, PlacedAccess access) {
  if (index < 0 || (access.array.empty() && access.may_hold.empty()))
    return index;
  InlinedPlace place = entries_[static_cast<std::size_t>(index)];
  place.access = std::move(access);
  place.without_access = index;
  return index_of(std::move(place));
}

int PlaceTable::index_of(InlinedPlace place) {
  entries_.push_back(std::move(place));
  return static_cast<int>(entries_.size()) - 1;
}

namespace {

capture::Location entry_of(const clang::SourceManager &sources, clang::SourceLocation location) {
  const clang::PresumedLoc presumed = sources.getPresumedLoc(location);
  return presumed.isValid() ? capture::location_at(presumed.getFilename(), presumed.getLine(), presumed.getColumn())
                            : capture::Location();
}

} // namespace

LocationTable::LocationTable(const clang::SourceManager &sources, const std::vector<InlinedPlace> &places)
    : sources_(sources), places_(places), by_place_(places.size(), not_yet) {
  // Looking a file up by another name would change the name that messages show.
  clang_compat::for_each_file(sources, [this](llvm::StringRef name, const clang::FileEntry *file) {
    files_[absolute_path(name)] = {file, {}};
  });
}

int LocationTable::add(capture::Location entry, clang::SourceLocation location) {
  entries_.push_back(std::move(entry));
  locations_.push_back(location);
  return static_cast<int>(entries_.size()) - 1;
}

int LocationTable::index_of(clang::SourceLocation location) { return index_of(location, -1); }

int LocationTable::index_of(clang::SourceLocation location, int place) {
  if (location.isInvalid())
    return -1;
  std::vector<int> sites = call_sites_of(place);
  const auto inserted = by_location_.emplace(std::make_pair(location.getRawEncoding(), sites), 0);
  if (inserted.second) {
    capture::Location entry = entry_of(sources_, location);
    entry.inlined_at = std::move(sites);
    inserted.first->second = add(std::move(entry), location);
  }
  return inserted.first->second;
}

int LocationTable::index_of(int place) {
  if (place < 0)
    return -1;
  if (by_place_[place] != not_yet)
    return by_place_[place];
  const DebugPlace &written = places_[place].place;
  const clang::SourceLocation location = find(written);
  capture::Location entry = location.isValid() ? entry_of(sources_, location)
                                               : capture::location_at(written.file, written.line, written.column);
  entry.inlined_at = call_sites_of(place);
  return by_place_[place] = add(std::move(entry), location);
}

std::vector<int> LocationTable::call_sites_of(int place) {
  std::vector<int> sites;
  if (place >= 0)
    for (int site = places_[place].call_site; site >= 0; site = places_[site].call_site)
      sites.push_back(index_of(site));
  return sites;
}

clang::SourceLocation LocationTable::find(const DebugPlace &place) {
  const auto file = files_.find(place.file);
  if (file == files_.end() || place.line == 0)
    return {};
  std::optional<clang::FileID> &id = file->second.id;
  if (!id)
    id = sources_.translateFile(file->second.entry);
  return id->isValid() ? sources_.translateLineCol(*id, place.line, std::max(1U, place.column))
                       : clang::SourceLocation();
}

} // namespace osaca::clang_plugin
