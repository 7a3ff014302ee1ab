#include "pipeline/input/elf_sections.h"

#include <cstring>
#include <elf.h>

namespace osaca {
namespace {

// A file with holes may have any size.
constexpr std::uint64_t largest_table_bytes = 256ULL << 20U;
constexpr std::uint64_t largest_names_bytes = 256ULL << 20U;
constexpr std::uint64_t largest_section_bytes = 256ULL << 20U;

template <class Header> bool read_header(const ByteSource &file, std::uint64_t offset, Header &header) {
  const std::string bytes = file.read(offset, sizeof(Header));
  if (bytes.size() != sizeof(Header))
    return false;
  std::memcpy(&header, bytes.data(), sizeof(Header));
  return true;
}

class SectionFinder {
public:
  SectionFinder(const ByteSource &file, std::string_view name) : file_(file), name_(name) {}

  Expected<std::vector<std::string>> find() {
    Elf64_Ehdr header = {};
    if (!read_header(file_, 0, header))
      return damaged("the header is cut off");
    if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB || header.e_shoff == 0)
      return std::vector<std::string>();
    if (header.e_shentsize != sizeof(Elf64_Shdr))
      return damaged("section headers have an unknown size");
    Elf64_Shdr first = {};
    if (!read_header(file_, header.e_shoff, first))
      return damaged("the section headers are cut off");
    // Numbers that do not fit into the header stand in the first section's.
    const std::uint64_t count = header.e_shnum != 0 ? header.e_shnum : first.sh_size;
    const std::uint64_t names = header.e_shstrndx == SHN_XINDEX ? first.sh_link : header.e_shstrndx;
    if (count > (file_.size_bytes() - header.e_shoff) / sizeof(Elf64_Shdr) || names >= count)
      return damaged("the section headers are cut off");
    if (count > largest_table_bytes / sizeof(Elf64_Shdr))
      return Error{"the ELF file has too many sections to be read"};
    return search(file_.read(header.e_shoff, count * sizeof(Elf64_Shdr)), names);
  }

private:
  static Error damaged(const std::string &what) { return Error{"the ELF file is damaged: " + what}; }

  Expected<std::vector<std::string>> search(const std::string &table, std::uint64_t names_index) const {
    const std::size_t count = table.size() / sizeof(Elf64_Shdr);
    if (names_index >= count)
      return damaged("the section headers cannot be read");
    const Elf64_Shdr names_header = header_at(table, names_index);
    if (names_header.sh_type == SHT_NOBITS || !in_file(names_header) || names_header.sh_size > largest_names_bytes)
      return damaged("the section names are cut off");
    const std::string names = file_.read(names_header.sh_offset, names_header.sh_size);
    std::vector<std::string> found;
    for (std::size_t i = 0; i < count; ++i) {
      const Elf64_Shdr section = header_at(table, i);
      if (!has_name(names, section.sh_name))
        continue;
      if (section.sh_type == SHT_NOBITS || (section.sh_flags & SHF_COMPRESSED) != 0)
        return Error{"the section '" + std::string(name_) + "' has an unknown form"};
      if (!in_file(section))
        return damaged("the section '" + std::string(name_) + "' is cut off");
      if (section.sh_size > largest_section_bytes)
        return Error{"the section '" + std::string(name_) + "' is too large to be read"};
      found.push_back(file_.read(section.sh_offset, section.sh_size));
    }
    return found;
  }

  static Elf64_Shdr header_at(const std::string &table, std::uint64_t index) {
    Elf64_Shdr header = {};
    std::memcpy(&header, table.data() + index * sizeof(Elf64_Shdr), sizeof(Elf64_Shdr));
    return header;
  }

  [[nodiscard]] bool in_file(const Elf64_Shdr &section) const {
    return section.sh_offset <= file_.size_bytes() && section.sh_size <= file_.size_bytes() - section.sh_offset;
  }

  [[nodiscard]] bool has_name(const std::string &names, std::uint64_t at) const {
    return at < names.size() && names.size() - at > name_.size() && names.compare(at, name_.size(), name_) == 0 &&
           names[at + name_.size()] == '\0';
  }

  const ByteSource &file_;
  std::string_view name_;
};

} // namespace

bool is_elf(const ByteSource &file) { return file.read(0, SELFMAG) == ELFMAG; }

Expected<std::vector<std::string>> elf_sections(const ByteSource &file, std::string_view name) {
  return SectionFinder(file, name).find();
}

} // namespace osaca
