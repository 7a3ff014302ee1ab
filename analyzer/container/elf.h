// The headers and sections of ELF files. The files are untrusted: nothing outside them is read. All other parts of an
// object are read by LLVM's library, after the checks in `decode/screen`.
#pragma once

#include "base/byte_source.h"
#include "base/expected.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

[[nodiscard]] bool is_elf(std::string_view begin);
[[nodiscard]] bool is_elf(const ByteSource &file);

/// The numbers are those of the ELF specification. In files that are not 64-bit little-endian, only `machine` is valid.
struct ElfHeader {
  bool is_64_bit_little_endian = false;
  unsigned type = 0;
  unsigned machine = 0;
  std::uint64_t section_table = 0; ///< offset in the file; 0: none
  unsigned section_header_bytes = 0;
  unsigned section_count = 0; ///< 0: the first section header holds the count
  unsigned names = 0;         ///< number of the section with the section names, or SHN_XINDEX
};
/// Errors of this function and of those below have no line or column.
[[nodiscard]] Expected<ElfHeader> read_elf_header(const ByteSource &file);

/// A section header, with the members of the ELF specification.
struct ElfSection {
  std::uint32_t name = 0; ///< offset in the section with the names
  std::uint32_t type = 0;
  std::uint64_t flags = 0;
  std::uint64_t offset = 0;
  std::uint64_t size_bytes = 0;
  std::uint32_t link = 0;
  std::uint32_t info = 0;
  std::uint64_t entry_bytes = 0;

  /// Whether its content, if it has any, lies within a file of that size.
  [[nodiscard]] bool lies_in(std::uint64_t file_bytes) const {
    return offset <= file_bytes && size_bytes <= file_bytes - offset;
  }
};

struct ElfSections {
  std::vector<ElfSection> all; ///< their contents may lie outside the file
  std::uint64_t names = 0;     ///< number of the section with the section names; 0: none. That section may not exist
};
/// Precondition: header.is_64_bit_little_endian.
[[nodiscard]] Expected<ElfSections> read_elf_sections(const ByteSource &file, const ElfHeader &header);

/// The contents of all sections with this name. Empty for files of kinds that no plugin writes (32-bit, big-endian).
/// Reads only the headers, the names and these contents.
[[nodiscard]] Expected<std::vector<std::string>> contents_of_sections(const ByteSource &file, std::string_view name);

/// The bytes of the build-id that the linker stored in the notes; empty: none.
[[nodiscard]] std::string build_id_of(const ByteSource &file);

} // namespace osaca
