#include "decode/screen/elf_check.h"

#include <llvm/BinaryFormat/ELF.h>

#include <cstring>
#include <optional>
#include <vector>

namespace osaca {
namespace {

namespace elf = llvm::ELF;

template <class Record> std::optional<Record> record_at(std::string_view bytes, std::uint64_t offset) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(Record))
    return std::nullopt;
  Record record;
  std::memcpy(&record, bytes.data() + offset, sizeof(Record));
  return record;
}

class Checker {
public:
  explicit Checker(std::string_view bytes) : bytes_(bytes) {}

  std::string check() {
    if (const char *wrong = check_header())
      return wrong;
    for (const elf::Elf64_Shdr &section : sections_)
      if (const char *wrong = check_section(section))
        return wrong;
    return {};
  }

private:
  const char *check_header() {
    if (bytes_.substr(0, 4) != "\x7f"
                               "ELF")
      return "not an ELF file";
    const auto header = record_at<elf::Elf64_Ehdr>(bytes_, 0);
    if (!header)
      return "truncated ELF header";
    if (header->e_ident[elf::EI_CLASS] != elf::ELFCLASS64 || header->e_ident[elf::EI_DATA] != elf::ELFDATA2LSB)
      return "not a 64-bit little-endian ELF file";
    if (header->e_type == elf::ET_CORE)
      return "this is a core file, the memory of a process: analyse the program that it was";
    if (header->e_shoff == 0 || header->e_shentsize != sizeof(elf::Elf64_Shdr))
      return "no section headers";
    const auto first = record_at<elf::Elf64_Shdr>(bytes_, header->e_shoff);
    if (!first)
      return "section headers beyond the end of the file";
    const std::uint64_t count = header->e_shnum != 0 ? header->e_shnum : first->sh_size;
    if (count > bytes_.size() / sizeof(elf::Elf64_Shdr))
      return "more section headers than the file can hold";
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto section = record_at<elf::Elf64_Shdr>(bytes_, header->e_shoff + i * sizeof(elf::Elf64_Shdr));
      if (!section)
        return "section headers beyond the end of the file";
      sections_.push_back(*section);
    }
    const std::uint64_t names = header->e_shstrndx == elf::SHN_XINDEX ? first->sh_link : header->e_shstrndx;
    return names == 0 || is_string_table(names) ? nullptr : "the section names are not in a string table";
  }

  bool in_file(const elf::Elf64_Shdr &section) const {
    return section.sh_type == elf::SHT_NOBITS || section.sh_type == elf::SHT_NULL ||
           (section.sh_offset <= bytes_.size() && section.sh_size <= bytes_.size() - section.sh_offset);
  }

  bool is_string_table(std::uint64_t index) const {
    if (index >= sections_.size() || sections_[index].sh_type != elf::SHT_STRTAB || !in_file(sections_[index]))
      return false;
    const elf::Elf64_Shdr &table = sections_[index];
    return table.sh_size > 0 && bytes_[table.sh_offset + table.sh_size - 1] == '\0';
  }

  const char *check_section(const elf::Elf64_Shdr &section) const {
    if (!in_file(section))
      return "a section reaches beyond the end of the file";
    if (section.sh_type == elf::SHT_SYMTAB || section.sh_type == elf::SHT_DYNSYM)
      return check_symbols(section);
    if (section.sh_type == elf::SHT_RELA || section.sh_type == elf::SHT_REL)
      return check_relocations(section);
    if (section.sh_type == elf::SHT_CREL)
      return "compact relocations are not supported";
    return (section.sh_flags & elf::SHF_COMPRESSED) != 0 ? check_compressed(section) : nullptr;
  }

  const char *check_symbols(const elf::Elf64_Shdr &section) const {
    if (section.sh_entsize != sizeof(elf::Elf64_Sym) || section.sh_size % sizeof(elf::Elf64_Sym) != 0)
      return "a symbol table of odd size";
    if (!is_string_table(section.sh_link))
      return "a symbol table without a string table";
    const std::uint64_t names = sections_[section.sh_link].sh_size;
    for (std::uint64_t at = 0; at < section.sh_size; at += sizeof(elf::Elf64_Sym)) {
      const auto symbol = record_at<elf::Elf64_Sym>(bytes_, section.sh_offset + at);
      if (!symbol || symbol->st_name >= names)
        return "a symbol whose name lies outside of the string table";
      if (symbol->st_shndx < elf::SHN_LORESERVE && symbol->st_shndx >= sections_.size())
        return "a symbol in a section that does not exist";
    }
    return nullptr;
  }

  const char *check_relocations(const elf::Elf64_Shdr &section) const {
    const bool has_addends = section.sh_type == elf::SHT_RELA;
    const std::uint64_t size = has_addends ? sizeof(elf::Elf64_Rela) : sizeof(elf::Elf64_Rel);
    if (section.sh_entsize != size || section.sh_size % size != 0)
      return "a relocation table of odd size";
    if (section.sh_info >= sections_.size() || section.sh_link >= sections_.size())
      return "a relocation table for a section that does not exist";
    const elf::Elf64_Shdr &symbols = sections_[section.sh_link];
    const bool is_table = symbols.sh_type == elf::SHT_SYMTAB || symbols.sh_type == elf::SHT_DYNSYM;
    const std::uint64_t count = is_table ? symbols.sh_size / sizeof(elf::Elf64_Sym) : 1;
    for (std::uint64_t at = 0; at < section.sh_size; at += size) {
      const auto relocation = record_at<elf::Elf64_Rel>(bytes_, section.sh_offset + at);
      if (!relocation || relocation->r_info >> 32U >= count)
        return "a relocation against a symbol that does not exist";
    }
    return nullptr;
  }

  const char *check_compressed(const elf::Elf64_Shdr &section) const {
    const auto header = record_at<elf::Elf64_Chdr>(bytes_, section.sh_offset);
    return !header || section.sh_size < sizeof(elf::Elf64_Chdr) ? "a truncated compressed section" : nullptr;
  }

  std::string_view bytes_;
  std::vector<elf::Elf64_Shdr> sections_;
};

} // namespace

std::string malformation_of_elf(std::string_view bytes) { return Checker(bytes).check(); }

} // namespace osaca
