#include "pipeline/input/macos_debug_file.h"

#include "container/byte_ranges.h"
#include "container/macho.h"
#include "container/universal.h"

#include <filesystem>
#include <vector>

namespace osaca {
namespace {

constexpr std::uint64_t largest_debug_file_bytes = 1ULL << 30U;

std::vector<std::string> bundle_places(const std::filesystem::path &program) {
  constexpr int deepest = 5; // X.app/Contents/MacOS/X, X.framework/Versions/A/X
  std::vector<std::string> places;
  std::filesystem::path around = program;
  for (int depth = 0; depth < deepest && around.has_filename(); ++depth, around = around.parent_path())
    places.push_back(around.string() + ".dSYM/Contents/Resources/DWARF/" + program.filename().string());
  return places;
}

bool has_uuid(const ByteSource &file, const std::string &uuid) {
  if (!is_macho(file.read(0, 4)))
    return false;
  const Expected<MachoFile> read = read_macho(file);
  return read && read->uuid == uuid;
}

std::string with_uuid(const ByteSource &file, const std::string &uuid) {
  if (has_uuid(file, uuid))
    return file.read(0, file.size_bytes());
  if (!is_universal(file.read(0, 8)))
    return {};
  if (const Expected<std::vector<UniversalSlice>> slices = universal_slices(file))
    for (const UniversalSlice &slice : *slices)
      if (const ByteRange content(file, slice.offset, slice.size_bytes); has_uuid(content, uuid))
        return content.read(0, content.size_bytes());
  return {};
}

} // namespace

std::string macos_debug_file_of(const ByteSource &file, const std::string &path, const FileOpener &open) {
  const Expected<MachoFile> program = read_macho(file);
  if (!program || program->type != MachoFile::Type::linked || program->uuid.empty())
    return {};
  for (const std::string &place : bundle_places(path)) {
    const Expected<std::unique_ptr<ByteSource>> found = open(place);
    if (!found || (*found)->size_bytes() > largest_debug_file_bytes)
      continue;
    if (std::string bytes = with_uuid(**found, program->uuid); !bytes.empty())
      return bytes;
  }
  return {};
}

} // namespace osaca
