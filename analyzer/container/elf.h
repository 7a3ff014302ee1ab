// The headers and sections of ELF files, as hostile input: nothing is read that does not lie in the file. What else an
// object holds, LLVM's library reads behind `decode/screen`.
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

/// Numbers as in the ELF specification. In files that are not of 64 bits, with the low byte first, only the machine is
/// known.
struct ElfHeader {
  bool is_64_bit_little_endian = false;
  unsigned type = 0;
  unsigned machine = 0;
  std::uint64_t section_table = 0; ///< offset, 0: none
  unsigned section_header_bytes = 0;
  unsigned section_count = 0; ///< 0: the first section says
  unsigned names = 0;         ///< which section holds the sections' names, or where that is said
};
/// Errors have no place in files, here and below.
[[nodiscard]] Expected<ElfHeader> read_elf_header(const ByteSource &file);

struct ElfSection {
  std::uint32_t name = 0; ///< offset among the names
  std::uint32_t type = 0;
  std::uint64_t flags = 0;
  std::uint64_t offset = 0;
  std::uint64_t size_bytes = 0;
  std::uint32_t link = 0;
  std::uint32_t info = 0;
  std::uint64_t entry_bytes = 0;

  /// Its content, if it has any there, lies in a file of that size.
  [[nodiscard]] bool lies_in(std::uint64_t file_bytes) const {
    return offset <= file_bytes && size_bytes <= file_bytes - offset;
  }
};

struct ElfSections {
  std::vector<ElfSection> all; ///< where their contents lie is not checked
  std::uint64_t names = 0;     ///< which of them holds the names; 0: none; it may not exist
};
/// Precondition: header.is_64_bit_little_endian.
[[nodiscard]] Expected<ElfSections> read_elf_sections(const ByteSource &file, const ElfHeader &header);

/// The contents of the sections of a name; none in files of kinds that no plugin writes (32 bits, big-endian). Reads
/// nothing but them, headers and names.
[[nodiscard]] Expected<std::vector<std::string>> contents_of_sections(const ByteSource &file, std::string_view name);

} // namespace osaca
