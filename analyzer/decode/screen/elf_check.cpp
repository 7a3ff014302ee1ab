#include "decode/screen/elf_check.h"

#include "container/byte_ranges.h"
#include "container/elf.h"

#include <llvm/BinaryFormat/ELF.h>

#include <optional>
#include <vector>

namespace osaca {
namespace {

namespace elf = llvm::ELF;

class Checker {
public:
  explicit Checker(std::string_view bytes) : bytes_(bytes) {}

  std::string check() {
    if (std::string wrong = read_sections(); !wrong.empty())
      return wrong;
    for (const ElfSection &section : sections_)
      if (const char *wrong = check_section(section))
        return wrong;
    return {};
  }

private:
  std::string read_sections() {
    if (!is_elf(bytes_))
      return "not an ELF file";
    const BytesAtHand file(bytes_);
    const Expected<ElfHeader> header = read_elf_header(file);
    if (!header)
      return header.error().message;
    if (!header->is_64_bit_little_endian)
      return "not a 64-bit little-endian ELF file";
    if (header->type == elf::ET_CORE)
      return "this is a core file, which contains the memory of a process: analyse the program instead";
    if (header->section_table == 0)
      return "the file has no section headers";
    Expected<ElfSections> sections = read_elf_sections(file, *header);
    if (!sections)
      return sections.error().message;
    const std::uint64_t names = sections->names;
    sections_ = (*std::move(sections)).all;
    return names == 0 || is_string_table(names) ? "" : "the section names are not in a string table";
  }

  bool in_file(const ElfSection &section) const {
    return section.type == elf::SHT_NOBITS || section.type == elf::SHT_NULL || section.lies_in(bytes_.size());
  }

  bool is_string_table(std::uint64_t index) const {
    if (index >= sections_.size() || sections_[index].type != elf::SHT_STRTAB || !in_file(sections_[index]))
      return false;
    const ElfSection &table = sections_[index];
    return table.size_bytes > 0 && bytes_[table.offset + table.size_bytes - 1] == '\0';
  }

  const char *check_section(const ElfSection &section) const {
    if (!in_file(section))
      return "a section extends past the end of the file";
    if (section.type == elf::SHT_SYMTAB || section.type == elf::SHT_DYNSYM)
      return check_symbols(section);
    if (section.type == elf::SHT_RELA || section.type == elf::SHT_REL)
      return check_relocations(section);
    if (section.type == elf::SHT_CREL)
      return "compact relocations are not supported";
    return (section.flags & elf::SHF_COMPRESSED) != 0 ? check_compressed(section) : nullptr;
  }

  const char *check_symbols(const ElfSection &section) const {
    if (section.entry_bytes != sizeof(elf::Elf64_Sym) || section.size_bytes % sizeof(elf::Elf64_Sym) != 0)
      return "a symbol table has an invalid size";
    if (!is_string_table(section.link))
      return "a symbol table has no string table";
    const std::uint64_t names = sections_[section.link].size_bytes;
    for (std::uint64_t at = 0; at < section.size_bytes; at += sizeof(elf::Elf64_Sym)) {
      const auto symbol = record_at<elf::Elf64_Sym>(bytes_, section.offset + at);
      if (!symbol || symbol->st_name >= names)
        return "the name of a symbol is outside of the string table";
      if (symbol->st_shndx < elf::SHN_LORESERVE && symbol->st_shndx >= sections_.size())
        return "a symbol is in a section that does not exist";
    }
    return nullptr;
  }

  const char *check_relocations(const ElfSection &section) const {
    const bool has_addends = section.type == elf::SHT_RELA;
    const std::uint64_t size = has_addends ? sizeof(elf::Elf64_Rela) : sizeof(elf::Elf64_Rel);
    if (section.entry_bytes != size || section.size_bytes % size != 0)
      return "a relocation table has an invalid size";
    if (section.info >= sections_.size() || section.link >= sections_.size())
      return "a relocation table is for a section that does not exist";
    const ElfSection &symbols = sections_[section.link];
    const bool is_table = symbols.type == elf::SHT_SYMTAB || symbols.type == elf::SHT_DYNSYM;
    const std::uint64_t count = is_table ? symbols.size_bytes / sizeof(elf::Elf64_Sym) : 1;
    for (std::uint64_t at = 0; at < section.size_bytes; at += size) {
      const auto relocation = record_at<elf::Elf64_Rel>(bytes_, section.offset + at);
      if (!relocation || relocation->r_info >> 32U >= count)
        return "a relocation refers to a symbol that does not exist";
    }
    return nullptr;
  }

  const char *check_compressed(const ElfSection &section) const {
    const auto header = record_at<elf::Elf64_Chdr>(bytes_, section.offset);
    return !header || section.size_bytes < sizeof(elf::Elf64_Chdr) ? "a compressed section is truncated" : nullptr;
  }

  std::string_view bytes_;
  std::vector<ElfSection> sections_;
};

} // namespace

std::string malformation_of_elf(std::string_view bytes) { return Checker(bytes).check(); }

} // namespace osaca
