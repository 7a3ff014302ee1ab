#include "pipeline/input/elf_debug_file.h"

#include "base/text.h"
#include "container/elf.h"

#include <zlib.h>

#include <cstring>
#include <elf.h>
#include <filesystem>
#include <optional>
#include <vector>

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

/// Its bytes; empty: none. Notes are (size of name, size of text, kind, name, text), each padded to four bytes.
std::string build_id_of(const ByteSource &file) {
  constexpr std::size_t header_bytes = 12;
  constexpr std::size_t longest_build_id = 64;
  for (const std::string &notes : sections_of(file, ".note.gnu.build-id"))
    for (std::size_t at = 0; at + header_bytes <= notes.size();) {
      const std::size_t name_bytes = word_at(notes, at);
      const std::size_t text_bytes = word_at(notes, at + 4);
      const std::uint32_t kind = word_at(notes, at + 8);
      const std::size_t text_at = at + header_bytes + padded(name_bytes);
      if (name_bytes > notes.size() || text_bytes > notes.size() || text_at + text_bytes > notes.size())
        break;
      const bool is_gnu = name_bytes == sizeof ELF_NOTE_GNU &&
                          notes.compare(at + header_bytes, name_bytes, ELF_NOTE_GNU, sizeof ELF_NOTE_GNU) == 0;
      if (kind == NT_GNU_BUILD_ID && is_gnu && text_bytes >= 2 && text_bytes <= longest_build_id)
        return notes.substr(text_at, text_bytes);
      at = text_at + padded(text_bytes);
    }
  return {};
}

struct DebugLink {
  std::string name;
  std::uint32_t checksum = 0;
};

/// A name that ends in a zero, padded to four bytes, and the checksum.
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

/// Where a debugger would look, the best first.
std::vector<std::string> places(const std::string &build_id, const std::optional<DebugLink> &link,
                                const std::string &path) {
  std::vector<std::string> out;
  if (!build_id.empty()) {
    const std::string digits = hexadecimal(std::vector<std::uint8_t>(build_id.begin(), build_id.end()));
    out.push_back(std::string(debug_root) + "/.build-id/" + digits.substr(0, 2) + "/" + digits.substr(2) + ".debug");
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

} // namespace osaca
