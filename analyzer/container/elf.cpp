#include "container/elf.h"

#include "base/format.h"
#include "container/byte_ranges.h"

#include <elf.h>
#include <optional>

namespace osaca {
namespace {

// A sparse file may have any size.
constexpr std::uint64_t largest_table_bytes = 256ULL << 20U;
constexpr std::uint64_t largest_names_bytes = 256ULL << 20U;
constexpr std::uint64_t largest_section_bytes = 256ULL << 20U;

Error damaged(const std::string &what) { return Error{"the ELF file is damaged: " + what}; }

unsigned machine_of(const Elf64_Ehdr &header) {
  // Its offset is the same in all forms of the header; its byte order is not.
  const unsigned low_first = header.e_machine;
  return header.e_ident[EI_DATA] == ELFDATA2LSB ? low_first : (low_first >> 8U | low_first << 8U) & 0xffffU;
}

ElfSection section_of(const Elf64_Shdr &header) {
  return {header.sh_name, header.sh_type, header.sh_flags, header.sh_offset,
          header.sh_size, header.sh_link, header.sh_info,  header.sh_entsize};
}

bool has_name(const std::string &names, std::uint64_t at, std::string_view name) {
  return at < names.size() && names.size() - at > name.size() && names.compare(at, name.size(), name) == 0 &&
         names[at + name.size()] == '\0';
}

Expected<std::string> names_of(const ByteSource &file, const ElfSections &sections) {
  if (sections.names >= sections.all.size())
    return damaged("there is no section with the section names");
  const ElfSection &names = sections.all[sections.names];
  if (names.type == SHT_NOBITS || !names.lies_in(file.size_bytes()) || names.size_bytes > largest_names_bytes)
    return damaged("the section names are truncated");
  return file.read(names.offset, names.size_bytes);
}

Expected<std::string> content_of(const ByteSource &file, const ElfSection &section, const std::string &name) {
  if (section.type == SHT_NOBITS || (section.flags & SHF_COMPRESSED) != 0)
    return Error{format_text("the section '{}' has an unsupported format", name)};
  if (!section.lies_in(file.size_bytes()))
    return damaged(format_text("the section '{}' is truncated", name));
  if (section.size_bytes > largest_section_bytes)
    return Error{format_text("the section '{}' is too large", name)};
  return file.read(section.offset, section.size_bytes);
}

} // namespace

bool is_elf(std::string_view begin) { return begin.starts_with(ELFMAG); }
bool is_elf(const ByteSource &file) { return is_elf(file.read(0, SELFMAG)); }

Expected<ElfHeader> read_elf_header(const ByteSource &file) {
  const auto header = record_at<Elf64_Ehdr>(file.read(0, sizeof(Elf64_Ehdr)), 0);
  if (!header || !is_elf(file))
    return damaged("the header is truncated");
  ElfHeader made;
  made.machine = machine_of(*header);
  made.is_64_bit_little_endian = header->e_ident[EI_CLASS] == ELFCLASS64 && header->e_ident[EI_DATA] == ELFDATA2LSB;
  if (!made.is_64_bit_little_endian)
    return made;
  made.type = header->e_type;
  made.section_table = header->e_shoff;
  made.section_header_bytes = header->e_shentsize;
  made.section_count = header->e_shnum;
  made.names = header->e_shstrndx;
  return made;
}

Expected<ElfSections> read_elf_sections(const ByteSource &file, const ElfHeader &header) {
  if (header.section_table == 0)
    return ElfSections();
  if (header.section_header_bytes != sizeof(Elf64_Shdr))
    return damaged("the section headers have an unsupported size");
  const auto first = record_at<Elf64_Shdr>(file.read(header.section_table, sizeof(Elf64_Shdr)), 0);
  if (!first)
    return damaged("the section headers are truncated");
  // Numbers that do not fit into the header are stored in the header of the first section.
  const std::uint64_t count = header.section_count != 0 ? header.section_count : first->sh_size;
  if (count > (file.size_bytes() - header.section_table) / sizeof(Elf64_Shdr))
    return damaged("the section headers are truncated");
  if (count > largest_table_bytes / sizeof(Elf64_Shdr))
    return Error{"the ELF file has too many sections"};
  const std::string table = file.read(header.section_table, count * sizeof(Elf64_Shdr));
  if (table.size() != count * sizeof(Elf64_Shdr))
    return damaged("the section headers cannot be read");
  ElfSections made;
  made.names = header.names == SHN_XINDEX ? first->sh_link : header.names;
  for (std::uint64_t i = 0; i < count; ++i)
    made.all.push_back(section_of(*record_at<Elf64_Shdr>(table, i * sizeof(Elf64_Shdr))));
  return made;
}

Expected<std::vector<std::string>> contents_of_sections(const ByteSource &file, std::string_view name) {
  OSACA_TRY(const ElfHeader header, read_elf_header(file));
  std::vector<std::string> found;
  if (!header.is_64_bit_little_endian || header.section_table == 0)
    return found;
  OSACA_TRY(const ElfSections sections, read_elf_sections(file, header));
  OSACA_TRY(const std::string names, names_of(file, sections));
  for (const ElfSection &section : sections.all)
    if (has_name(names, section.name, name)) {
      OSACA_TRY(std::string content, content_of(file, section, std::string(name)));
      found.push_back(std::move(content));
    }
  return found;
}

// Notes are (size of name, size of text, kind, name, text), the last two padded to four bytes.
std::string build_id_of(const ByteSource &file) {
  constexpr std::size_t longest_build_id = 64;
  const auto padded = [](std::uint64_t size) { return (size + 3) / 4 * 4; };
  const Expected<std::vector<std::string>> sections = contents_of_sections(file, ".note.gnu.build-id");
  if (!sections)
    return {};
  for (const std::string &notes : *sections)
    for (std::uint64_t at = 0; const auto note = record_at<Elf64_Nhdr>(notes, at);) {
      const std::string_view name = bytes_in(notes, at + sizeof *note, note->n_namesz);
      const std::uint64_t text_at = at + sizeof *note + padded(note->n_namesz);
      const std::string_view text = bytes_in(notes, text_at, note->n_descsz);
      const bool is_gnu = name == std::string_view(ELF_NOTE_GNU, sizeof ELF_NOTE_GNU);
      if (note->n_type == NT_GNU_BUILD_ID && is_gnu && text.size() >= 2 && text.size() <= longest_build_id)
        return std::string(text);
      at = text_at + padded(note->n_descsz);
    }
  return {};
}

} // namespace osaca
