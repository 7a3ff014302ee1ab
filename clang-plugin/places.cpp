// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "places.h"

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

} // namespace osaca::clang_plugin
