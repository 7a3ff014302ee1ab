#include "pipeline/input/debug_file.h"

#include "container/file_kind.h"
#include "pipeline/input/elf_debug_file.h"
#include "pipeline/input/macos_debug_file.h"
#include "pipeline/input/windows_debug_file.h"

namespace osaca {

std::string debug_file_of(const ByteSource &file, const std::string &path, const FileOpener &open) {
  if (!open)
    return {};
  switch (identity_of(file).kind) {
  case FileKind::elf: return elf_debug_file_of(file, path, open);
  case FileKind::portable_executable: return windows_debug_file_of(file, path, open);
  case FileKind::macho: return macos_debug_file_of(file, path, open);
  default: return {};
  }
}

} // namespace osaca
