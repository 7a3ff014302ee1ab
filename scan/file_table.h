// What of a translation unit's files is needed: the name on the disk, and whether its loops are wanted.
#pragma once

#include "scan/loop.h"
#include "scan/project.h"

#include <clang/Basic/SourceManager.h>

#include <optional>
#include <unordered_map>

namespace osaca::scan {

class FileTable {
public:
  FileTable(const clang::SourceManager &sources, const Project &project, bool with_others)
      : sources_(sources), project_(project), with_others_(with_others) {}

  /// Of a location in a file or a macro: the place in a file that a reader would go to. Empty if it is not wanted.
  [[nodiscard]] std::optional<Place> place(clang::SourceLocation location);

  [[nodiscard]] bool is_wanted(clang::SourceLocation location);
  [[nodiscard]] bool is_editable(clang::SourceLocation location);

private:
  struct File {
    std::string path;
    bool wanted = false;
    bool editable = false;
  };
  const File &file_of(clang::FileID id);

  const clang::SourceManager &sources_;
  const Project &project_;
  bool with_others_;
  std::unordered_map<unsigned, File> files_;
};

} // namespace osaca::scan
