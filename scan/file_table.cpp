#include "scan/parsed_unit.h"

#include <clang/Basic/FileManager.h>

#include <filesystem>

namespace osaca::scan {

const FileTable::File &FileTable::file_of(clang::FileID id) {
  const auto [known, is_new] = files_.try_emplace(id.getHashValue());
  File &file = known->second;
  if (!is_new)
    return file;
  const clang::OptionalFileEntryRef entry = sources_.getFileEntryRefForID(id);
  if (!entry)
    return file; // <built-in>, <command line>
  llvm::SmallString<256> name(entry->getName());
  sources_.getFileManager().makeAbsolutePath(name);
  std::error_code failed;
  file.path = std::filesystem::canonical(name.str().str(), failed).string();
  if (failed)
    return file;
  const bool in_system_header =
      clang::SrcMgr::isSystem(sources_.getFileCharacteristic(sources_.getLocForStartOfFile(id)));
  file.editable = !in_system_header && project_.has(file.path);
  file.wanted = file.editable || with_others_;
  return file;
}

bool FileTable::is_wanted(clang::SourceLocation location) {
  return location.isValid() && file_of(sources_.getFileID(sources_.getFileLoc(location))).wanted;
}

bool FileTable::is_editable(clang::SourceLocation location) {
  return location.isValid() && file_of(sources_.getFileID(sources_.getFileLoc(location))).editable;
}

std::optional<Place> FileTable::place(clang::SourceLocation location) {
  if (!location.isValid())
    return std::nullopt;
  const clang::SourceLocation in_file = sources_.getFileLoc(location);
  const auto [id, offset] = sources_.getDecomposedLoc(in_file);
  const File &file = file_of(id);
  if (!file.wanted)
    return std::nullopt;
  return Place{file.path, offset, sources_.getLineNumber(id, offset), sources_.getColumnNumber(id, offset)};
}

} // namespace osaca::scan
