#include "pipeline/input/debug_file.h"

#include "base/format.h"
#include "base/text.h"
#include "container/byte_ranges.h"
#include "container/coff.h"
#include "container/elf.h"
#include "container/file_kind.h"
#include "container/macho.h"
#include "container/msf.h"

#include <cstring>
#include <filesystem>
#include <optional>
#include <vector>
#include <zlib.h>

namespace osaca {

namespace {

namespace fs = std::filesystem;

constexpr const char *debug_root = "/usr/lib/debug";
constexpr std::uint64_t largest_debug_bytes = 1ULL << 30U;

std::uint32_t word_at(const std::string &bytes, std::size_t at) {
  std::uint32_t number = 0;
  std::memcpy(&number, bytes.data() + at, sizeof number);
  return number;
}

std::size_t padded(std::size_t size) { return (size + 3) / 4 * 4; }

std::vector<std::string> sections_of(const ByteSource &file, std::string_view name) {
  Expected<std::vector<std::string>> sections = contents_of_sections(file, name);
  return sections ? std::move(sections).value() : std::vector<std::string>();
}

struct DebugLink {
  std::string name;
  std::uint32_t checksum = 0;
};

/// The section contains a zero-terminated name, padded to four bytes, and the checksum.
std::optional<DebugLink> debug_link_of(const ByteSource &file) {
  for (const std::string &section : sections_of(file, ".gnu_debuglink")) {
    const std::size_t length = section.find('\0');
    if (length == std::string::npos || length == 0 || padded(length + 1) + 4 > section.size())
      continue;
    std::string name = section.substr(0, length);
    if (name.find('/') == std::string::npos && name != "." && name != "..")
      return DebugLink{std::move(name), word_at(section, padded(length + 1))};
  }
  return std::nullopt;
}

/// The places where a debugger would search, the best first.
std::vector<std::string> places(const std::string &build_id, const std::optional<DebugLink> &link,
                                const std::string &path) {
  std::vector<std::string> out;
  if (!build_id.empty()) {
    const std::string digits = hexadecimal(std::vector<std::uint8_t>(build_id.begin(), build_id.end()));
    out.push_back(format_text("{}/.build-id/{}/{}.debug", debug_root, digits.substr(0, 2), digits.substr(2)));
  }
  if (link) {
    const fs::path folder = fs::path(path).parent_path();
    out.push_back((folder / link->name).string());
    out.push_back((folder / ".debug" / link->name).string());
    if (folder.is_absolute())
      out.push_back((debug_root / folder.relative_path() / link->name).string());
  }
  return out;
}

std::uint32_t checksum_of(const std::string &bytes) {
  uLong sum = crc32_z(0, nullptr, 0);
  return static_cast<std::uint32_t>(crc32_z(sum, reinterpret_cast<const Bytef *>(bytes.data()), bytes.size()));
}

} // namespace

std::string elf_debug_file_of(const ByteSource &file, const std::string &path, const FileOpener &open) {
  const std::string build_id = build_id_of(file);
  const std::optional<DebugLink> link = debug_link_of(file);
  for (const std::string &place : places(build_id, link, path)) {
    if (place == path)
      continue;
    const Expected<std::unique_ptr<ByteSource>> found = open(place);
    if (!found || (*found)->size_bytes() > largest_debug_bytes || !is_elf(**found))
      continue;
    const std::string its_build_id = build_id_of(**found);
    if (!build_id.empty() && !its_build_id.empty() && its_build_id != build_id)
      continue;
    std::string bytes = (*found)->read(0, (*found)->size_bytes());
    const bool is_same_build = !build_id.empty() && its_build_id == build_id;
    if (is_same_build || (link && checksum_of(bytes) == link->checksum))
      return bytes;
  }
  return {};
}

namespace {

constexpr std::uint64_t largest_debug_file_bytes = 1ULL << 30U;

std::vector<std::string> bundle_places(const std::filesystem::path &program) {
  constexpr int deepest = 5; // X.app/Contents/MacOS/X, X.framework/Versions/A/X
  std::vector<std::string> places;
  std::filesystem::path around = program;
  for (int depth = 0; depth < deepest && around.has_filename(); ++depth, around = around.parent_path())
    places.push_back(format_text("{}.dSYM/Contents/Resources/DWARF/{}", around.string(), program.filename().string()));
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

namespace {

constexpr std::uint64_t largest_database_bytes = 1ULL << 30U;

std::vector<std::string> database_places(const std::string &name, const std::string &path) {
  const std::filesystem::path program(path);
  std::vector<std::string> places;
  const std::string last = name.substr(name.find_last_of("/\\") + 1);
  if (!last.empty() && last != "." && last != "..")
    places.push_back((program.parent_path() / last).string());
  places.push_back((program.parent_path() / program.stem()).string() + ".pdb");
  if (name.starts_with('/') && name.ends_with(".pdb")) // linked on a machine with the same kind of paths
    places.push_back(name);
  return places;
}

} // namespace

std::string windows_debug_file_of(const ByteSource &file, const std::string &path, const FileOpener &open) {
  const Expected<CoffFile> program = read_coff(file);
  const auto wanted = program ? database_of_program(file, *program) : std::nullopt;
  if (!wanted)
    return {};
  for (const std::string &place : database_places(wanted->path, path)) {
    const Expected<std::unique_ptr<ByteSource>> found = open(place);
    if (!found || (*found)->size_bytes() > largest_database_bytes)
      continue;
    if (const Expected<std::string> guid = guid_of_database(**found); guid && *guid == wanted->guid)
      return (*found)->read(0, (*found)->size_bytes());
  }
  return {};
}

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
