#include "container/coff.h"

#include "base/text.h"
#include "container/byte_ranges.h"

#include <algorithm>

namespace osaca {

namespace {

constexpr std::uint64_t file_header_bytes = 20;
constexpr std::uint64_t big_header_bytes = 56;
constexpr std::uint64_t section_header_bytes = 40;
constexpr std::uint64_t relocation_bytes = 10;
constexpr std::uint32_t has_code = 0x20, is_executable = 0x20000000, is_uninitialised = 0x80;
constexpr std::uint32_t has_more_relocations = 0x01000000;

// Class IDs in the first bytes of objects that do not have the old COFF header.
constexpr std::string_view big_object_class("\xc7\xa1\xba\xd1\xee\xba\xa9\x4b", 8);
constexpr std::string_view link_time_class("\x38\xfe\xb3\x0c\xa5\xd9\xab\x4d", 8);

Machine machine_of_coff(unsigned number) {
  switch (number) {
  case 0x8664: return Machine::x86_64;
  case 0xaa64: // ARM64
  case 0xa641: // ARM64EC: the same instructions, other calling conventions
    return Machine::aarch64;
  default: return Machine::other;
  }
}

bool is_known_machine(unsigned number) {
  constexpr unsigned i386 = 0x14c, arm_thumb = 0x1c4, arm64x = 0xa64e;
  return machine_of_coff(number) != Machine::other || number == i386 || number == arm_thumb || number == arm64x;
}

Error damaged_coff(const std::string &what) { return Error{"the file is damaged: " + what}; }

/// The offset of the header of a linked file, which follows the bytes "PE".
std::optional<std::uint64_t> linked_header_of(const ByteSource &file) {
  const std::string begin = file.read(0, 64);
  if (begin.size() < 64 || !begin.starts_with("MZ"))
    return std::nullopt;
  const std::uint64_t at = number_at<std::uint32_t>(begin, 60);
  return file.read(at, 4) == std::string_view("PE\0\0", 4) ? std::optional(at + 4) : std::nullopt;
}

/// Identifies a file that begins with zeros where other files have the machine.
FileIdentity anonymous_identity(std::string_view begin) {
  const std::string_view kind = bytes_in(begin, 12, 8);
  if (number_at<std::uint16_t>(begin, 4) >= 2 && kind == big_object_class)
    return {FileKind::coff_object, machine_of_coff(number_at<std::uint16_t>(begin, 6))};
  if (number_at<std::uint16_t>(begin, 4) >= 1 && kind == link_time_class)
    return {FileKind::coff_link_time_code, Machine::other};
  return number_at<std::uint16_t>(begin, 4) == 0 && is_known_machine(number_at<std::uint16_t>(begin, 6))
             ? FileIdentity{FileKind::coff_import, Machine::other}
             : FileIdentity{};
}

class CoffHeaders {
public:
  explicit CoffHeaders(const ByteSource &file) : file_(file), size_(file.size_bytes()) {}

  Expected<CoffFile> read() {
    const std::optional<std::uint64_t> linked = linked_header_of(file_);
    const std::string begin = file_.read(0, 4);
    made_.is_linked = linked.has_value();
    if (!linked && begin == std::string_view("\0\0\xff\xff", 4))
      read_big_header();
    else
      read_header(linked.value_or(0));
    if (!wrong_ && linked)
      read_optional_header(*linked + file_header_bytes);
    if (!wrong_)
      read_sections();
    if (wrong_)
      return *wrong_;
    return std::move(made_);
  }

private:
  void fail(const std::string &what) { wrong_ = damaged_coff(what); }

  void read_header(std::uint64_t at) {
    const std::string header = file_.read(at, file_header_bytes);
    if (header.size() < file_header_bytes)
      return fail("the header is truncated");
    made_.machine = machine_of_coff(number_at<std::uint16_t>(header, 0));
    section_count_ = number_at<std::uint16_t>(header, 2);
    optional_header_bytes_ = number_at<std::uint16_t>(header, 16);
    section_table_ = at + file_header_bytes + optional_header_bytes_;
    read_symbol_place(number_at<std::uint32_t>(header, 8), number_at<std::uint32_t>(header, 12), 18);
  }

  void read_big_header() {
    const std::string header = file_.read(0, big_header_bytes);
    if (header.size() < big_header_bytes)
      return fail("the header is truncated");
    made_.machine = machine_of_coff(number_at<std::uint16_t>(header, 6));
    made_.has_large_symbols = true;
    section_count_ = number_at<std::uint32_t>(header, 44);
    section_table_ = big_header_bytes;
    read_symbol_place(number_at<std::uint32_t>(header, 48), number_at<std::uint32_t>(header, 52), 20);
  }

  /// Programs are often built without symbols, or with an offset that is invalid.
  void read_symbol_place(std::uint64_t at, std::uint64_t count, std::uint64_t symbol_bytes) {
    if (at == 0 || count == 0)
      return;
    if (at > size_ || count > (size_ - at) / symbol_bytes)
      return fail("the symbol table is truncated");
    made_.symbols = at;
    made_.symbol_count = count;
    made_.strings = at + count * symbol_bytes;
  }

  void read_optional_header(std::uint64_t at) {
    constexpr std::uint64_t fixed_bytes = 112;
    constexpr unsigned for_64_bits = 0x20b;
    const std::string header = file_.read(at, optional_header_bytes_);
    if (header.size() < fixed_bytes || header.size() < optional_header_bytes_)
      return fail("the header is truncated");
    if (number_at<std::uint16_t>(header, 0) != for_64_bits) {
      wrong_ = Error{"this is a 32-bit Windows program: only 64-bit programs are supported"};
      return;
    }
    made_.image_base = number_at<std::uint64_t>(header, 24);
    const std::uint64_t said = number_at<std::uint32_t>(header, 108);
    const std::uint64_t count = std::min<std::uint64_t>({said, (header.size() - fixed_bytes) / 8, 16});
    for (std::uint64_t d = 0; d < count; ++d) {
      const std::uint64_t address = number_at<std::uint32_t>(header, fixed_bytes + d * 8);
      made_.directories.push_back(
          {address == 0 ? 0 : address + made_.image_base, number_at<std::uint32_t>(header, fixed_bytes + d * 8 + 4)});
    }
  }

  void read_sections() {
    constexpr std::uint64_t most_of_program = 256; // Windows accepts 96
    if (made_.is_linked && section_count_ > most_of_program)
      return fail("it has more sections than a program can have");
    if (section_table_ > size_ || section_count_ > (size_ - section_table_) / section_header_bytes)
      return fail("the section headers are truncated");
    const std::string table = file_.read(section_table_, section_count_ * section_header_bytes);
    if (table.size() < section_count_ * section_header_bytes)
      return fail("the section headers are truncated");
    for (std::uint64_t s = 0; s < section_count_ && !wrong_; ++s)
      add_section(std::string_view(table).substr(s * section_header_bytes, section_header_bytes));
    // Bytes that many sections share would be read many times.
    if (!wrong_ && (content_bytes_ > size_ || relocation_count_ > size_ / relocation_bytes))
      fail("its sections overlap");
  }

  void add_section(std::string_view header) {
    CoffSection section;
    const std::uint32_t flags = number_at<std::uint32_t>(header, 36);
    const std::uint64_t virtual_bytes = number_at<std::uint32_t>(header, 8);
    section.name = name_of_section(header.substr(0, 8));
    const std::uint32_t address = number_at<std::uint32_t>(header, 12);
    section.address = made_.is_linked ? made_.image_base + address : 0;
    section.first_place = made_.is_linked ? 0 : address;
    section.size_bytes = number_at<std::uint32_t>(header, 16);
    section.offset = number_at<std::uint32_t>(header, 20);
    section.is_code = (flags & (has_code | is_executable)) != 0 && (flags & is_uninitialised) == 0;
    const unsigned alignment = (flags >> 20U) & 15U;
    section.alignment = made_.is_linked || alignment == 0 || alignment > 14 ? 1 : std::uint64_t{1} << (alignment - 1);
    if (made_.is_linked && virtual_bytes > 0) // the stored content is padded
      section.size_bytes = std::min(section.size_bytes, virtual_bytes);
    if ((flags & is_uninitialised) != 0 || section.offset == 0)
      section.size_bytes = 0;
    if (section.size_bytes > 0 && (section.offset > size_ || section.size_bytes > size_ - section.offset))
      return fail("a section extends past the end of the file");
    if (!made_.is_linked)
      read_relocation_place(section, header, flags);
    content_bytes_ += section.size_bytes;
    relocation_count_ += section.relocation_count;
    made_.sections.push_back(std::move(section));
  }

  void read_relocation_place(CoffSection &section, std::string_view header, std::uint32_t flags) {
    constexpr std::uint64_t count_is_elsewhere = 0xffff;
    section.relocations = number_at<std::uint32_t>(header, 24);
    section.relocation_count = number_at<std::uint16_t>(header, 32);
    if (section.relocation_count == count_is_elsewhere && (flags & has_more_relocations) != 0) {
      // The first relocation is a placeholder that holds their number, itself included.
      section.relocation_count = number_at<std::uint32_t>(file_.read(section.relocations, 4), 0);
      section.relocation_count -= section.relocation_count > 0 ? 1 : 0;
      section.relocations += relocation_bytes;
    }
    if (section.relocation_count > 0 &&
        (section.relocations > size_ || section.relocation_count > (size_ - section.relocations) / relocation_bytes))
      fail("the relocations of a section are truncated");
  }

  /// "/123" is an offset into the strings; "//AAAAAA" is one in base-64 digits.
  std::string name_of_section(std::string_view field) const {
    field = field.substr(0, field.find('\0'));
    if (!field.starts_with('/') || made_.strings == 0)
      return std::string(field);
    std::uint64_t place = 0;
    std::string_view digits = field.substr(1);
    if (field.starts_with("//"))
      for (const char c : field.substr(2))
        place = place * 64 +
                std::string_view("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/").find(c) % 64;
    else if (const auto number = take_number<std::uint64_t>(digits))
      place = *number;
    else
      return std::string(field);
    constexpr std::uint64_t longest_name = 256;
    const std::string text = file_.read(made_.strings + place, longest_name);
    return std::string(text_at(text, 0));
  }

  const ByteSource &file_;
  std::uint64_t size_;
  std::uint64_t section_count_ = 0;
  std::uint64_t section_table_ = 0;
  std::uint64_t optional_header_bytes_ = 0;
  std::uint64_t content_bytes_ = 0;    ///< of all sections
  std::uint64_t relocation_count_ = 0; ///< of all sections
  CoffFile made_;
  std::optional<Error> wrong_;
};

} // namespace

FileIdentity coff_identity(const ByteSource &file) {
  const std::string begin = file.read(0, 64);
  if (begin.starts_with(std::string_view("\0\0\xff\xff", 4)))
    return anonymous_identity(begin);
  if (const std::optional<std::uint64_t> linked = linked_header_of(file))
    return {FileKind::portable_executable, machine_of_coff(number_at<std::uint16_t>(file.read(*linked, 2), 0))};
  const std::uint64_t section_count = number_at<std::uint16_t>(begin, 2);
  const std::uint64_t optional_header_bytes = number_at<std::uint16_t>(begin, 16);
  const bool makes_sense = begin.size() >= file_header_bytes && is_known_machine(number_at<std::uint16_t>(begin, 0)) &&
                           optional_header_bytes == 0 && number_at<std::uint32_t>(begin, 8) <= file.size_bytes() &&
                           section_count * section_header_bytes <= file.size_bytes();
  return makes_sense ? FileIdentity{FileKind::coff_object, machine_of_coff(number_at<std::uint16_t>(begin, 0))}
                     : FileIdentity{};
}

std::optional<CoffDirectory> CoffFile::directory(Directory which) const {
  const std::size_t number = which;
  if (number >= directories.size() || directories[number].address == 0 || directories[number].size_bytes == 0)
    return std::nullopt;
  return directories[number];
}

std::optional<CoffFile::Place> CoffFile::place_of(std::uint64_t address) const {
  for (const CoffSection &section : sections)
    if (address >= section.address && address - section.address < section.size_bytes)
      return Place{section.offset + (address - section.address), section.size_bytes - (address - section.address)};
  return std::nullopt;
}

Expected<CoffFile> read_coff(const ByteSource &file) { return CoffHeaders(file).read(); }

std::optional<DatabaseOfProgram> database_of_program(const ByteSource &file, const CoffFile &program) {
  constexpr std::uint64_t entry_bytes = 28, most_entry_bytes = 64 * entry_bytes;
  constexpr std::uint64_t guid_at = 4, guid_bytes = 16, path_at = 24, longest_path = 4096;
  constexpr std::uint32_t codeview = 2;
  const auto directory = program.directory(CoffFile::debug);
  const auto place = directory ? program.place_of(directory->address) : std::nullopt;
  if (!place)
    return std::nullopt;
  const std::string entries =
      file.read(place->offset, std::min({directory->size_bytes, place->size_bytes, most_entry_bytes}));
  for (std::uint64_t at = 0; at + entry_bytes <= entries.size(); at += entry_bytes) {
    const std::string record = number_at<std::uint32_t>(entries, at + 12) == codeview
                                   ? file.read(number_at<std::uint32_t>(entries, at + 24), path_at + longest_path)
                                   : std::string();
    if (record.size() > path_at && record.starts_with("RSDS"))
      return DatabaseOfProgram{record.substr(guid_at, guid_bytes), std::string(text_at(record, path_at))};
  }
  return std::nullopt;
}

namespace {

constexpr std::uint64_t short_name_bytes = 8;

/// A name of up to eight bytes is stored in place; a longer one as zeros and an offset into the strings.
std::string_view name_of_symbol(std::string_view bytes, const CoffFile &file, std::string_view record) {
  if (number_at<std::uint32_t>(record, 0) == 0)
    return text_at(bytes, file.strings + number_at<std::uint32_t>(record, 4));
  return text_at(record.substr(0, short_name_bytes), 0);
}

CoffSymbol::Kind kind_of_coff(unsigned type, unsigned storage_class, bool has_more, std::uint32_t value) {
  constexpr unsigned external = 2, internal = 3, label = 6;
  constexpr unsigned derived_function = 2;
  if (storage_class == label)
    return CoffSymbol::Kind::label;
  if (storage_class != external && storage_class != internal)
    return CoffSymbol::Kind::other;
  if ((type >> 4U & 3U) == derived_function)
    return CoffSymbol::Kind::function;
  if (storage_class == external)
    return CoffSymbol::Kind::entry;
  return has_more && value == 0 ? CoffSymbol::Kind::section : CoffSymbol::Kind::label;
}

} // namespace

std::vector<CoffSymbol> coff_symbols(std::string_view bytes, const CoffFile &file) {
  const std::uint64_t record_bytes = file.has_large_symbols ? 20 : 18;
  std::vector<CoffSymbol> symbols(file.symbol_count);
  for (std::uint64_t s = 0; s < file.symbol_count; ++s) {
    const std::string_view record = bytes_in(bytes, file.symbols + s * record_bytes, record_bytes);
    if (record.empty())
      break;
    CoffSymbol &made = symbols[s];
    const std::uint64_t rest = file.has_large_symbols ? 16 : 14; // the field for the section number is wider
    const unsigned more = number_at<std::uint8_t>(record, rest + 3);
    made.name = name_of_symbol(bytes, file, record);
    made.value = number_at<std::uint32_t>(record, 8);
    made.section = file.has_large_symbols ? number_at<std::int32_t>(record, 12) : number_at<std::int16_t>(record, 12);
    if (!file.has_large_symbols && made.section < -2) // more than 32,767 sections
      made.section += 0x10000;
    made.kind = kind_of_coff(number_at<std::uint16_t>(record, rest), number_at<std::uint8_t>(record, rest + 2),
                             more > 0, made.value);
    if (made.kind == CoffSymbol::Kind::function && more > 0)
      made.function_bytes = number_at<std::uint32_t>(bytes, file.symbols + (s + 1) * record_bytes + 4);
    s += more;
  }
  return symbols;
}

std::vector<CoffRelocation> coff_relocations(std::string_view bytes, const CoffSection &section) {
  constexpr std::uint64_t record_bytes = 10;
  std::vector<CoffRelocation> relocations;
  for (std::uint64_t r = 0; r < section.relocation_count; ++r) {
    const std::string_view record = bytes_in(bytes, section.relocations + r * record_bytes, record_bytes);
    if (record.empty())
      break;
    relocations.push_back({number_at<std::uint32_t>(record, 0) - section.first_place,
                           number_at<std::uint32_t>(record, 4), number_at<std::uint16_t>(record, 8)});
  }
  return relocations;
}

std::string_view image_bytes(std::string_view bytes, const CoffFile &file, std::uint64_t address) {
  const auto place = file.place_of(address);
  return place ? bytes_in(bytes, place->offset, place->size_bytes) : std::string_view();
}

} // namespace osaca
