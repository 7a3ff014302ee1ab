#include "container/macho.h"

#include "base/format.h"
#include "container/byte_ranges.h"

#include <optional>

namespace osaca {

namespace {

constexpr std::uint64_t macho_header_bytes = 32;
constexpr std::uint64_t macho_relocation_bytes = 8;
constexpr std::uint64_t most_command_bytes = 64ULL << 20U;
constexpr std::uint32_t cpu_x86_64 = 0x01000007, cpu_arm64 = 0x0100000c;

enum Command : std::uint32_t {
  symbol_table = 0x2,
  indirect_table = 0xb,
  segment = 0x19,
  uuid = 0x1b,
  function_starts = 0x26,
  data_in_code = 0x29,
  encryption = 0x2c
};

Error damaged_macho(const std::string &what) { return Error{"the Mach-O file is damaged: " + what}; }

MachoFile::Type type_of(std::uint32_t number) {
  switch (number) {
  case 1: return MachoFile::Type::object;
  case 2:  // a program
  case 6:  // a library
  case 8:  // a bundle
  case 11: // of the kernel
    return MachoFile::Type::linked;
  case 4: return MachoFile::Type::core;
  case 10: return MachoFile::Type::debug;
  default: return MachoFile::Type::other;
  }
}

class MachoCommands {
public:
  explicit MachoCommands(const ByteSource &file) : file_(file), size_(file.size_bytes()) {}

  Expected<MachoFile> read() {
    const std::string header = file_.read(0, macho_header_bytes);
    if (header.size() < macho_header_bytes)
      return damaged_macho("the header is truncated");
    made_.machine = macho_machine(header);
    made_.type = type_of(number_at<std::uint32_t>(header, 12));
    constexpr std::uint32_t subsections_via_symbols = 0x2000;
    made_.is_cut_at_symbols = (number_at<std::uint32_t>(header, 24) & subsections_via_symbols) != 0;
    const std::uint64_t count = number_at<std::uint32_t>(header, 16);
    const std::uint64_t bytes = number_at<std::uint32_t>(header, 20);
    const std::string commands = bytes > most_command_bytes ? std::string() : file_.read(macho_header_bytes, bytes);
    if (commands.size() != bytes)
      return damaged_macho("the load commands are truncated");
    std::string_view rest = commands;
    for (std::uint64_t c = 0; c < count && !wrong_; ++c) {
      const std::uint64_t size = number_at<std::uint32_t>(rest, 4);
      if (size < 8 || size > rest.size())
        return damaged_macho("the load commands are truncated");
      read_command(number_at<std::uint32_t>(rest, 0), rest.substr(0, size));
      rest.remove_prefix(size);
    }
    // Bytes that many sections share would be read many times.
    if (!wrong_ && (content_bytes_ > size_ || relocation_count_ > size_ / macho_relocation_bytes))
      fail("its sections overlap");
    if (wrong_)
      return *wrong_;
    return std::move(made_);
  }

private:
  void fail(const std::string &what) { wrong_ = damaged_macho(what); }

  void read_command(std::uint32_t kind, std::string_view command) {
    switch (kind) {
    case Command::segment: return read_segment(command);
    case Command::symbol_table: return read_symbols(command);
    case Command::indirect_table:
      return read_table(made_.indirect_symbols, number_at<std::uint32_t>(command, 56),
                        std::uint64_t{number_at<std::uint32_t>(command, 60)} * 4);
    case Command::function_starts: return read_linked_data(made_.function_starts, command);
    case Command::data_in_code: return read_linked_data(made_.data_in_code, command);
    case Command::uuid: made_.uuid = bytes_in(command, 8, 16); return;
    case Command::encryption: made_.is_encrypted = number_at<std::uint32_t>(command, 16) != 0; return;
    default: return;
    }
  }

  /// Files with debug information keep all load commands, but not all tables that these refer to.
  [[nodiscard]] bool is_there(std::uint64_t offset, std::uint64_t bytes) const {
    return offset <= size_ && bytes <= size_ - offset;
  }

  void read_table(MachoTable &table, std::uint64_t offset, std::uint64_t bytes) {
    if (is_there(offset, bytes))
      table = {offset, bytes};
    else if (made_.type != MachoFile::Type::debug)
      fail("a table extends past the end of the file");
  }

  void read_linked_data(MachoTable &table, std::string_view command) {
    read_table(table, number_at<std::uint32_t>(command, 8), number_at<std::uint32_t>(command, 12));
  }

  void read_symbols(std::string_view command) {
    constexpr std::uint64_t record_bytes = 16;
    MachoTable records;
    read_table(records, number_at<std::uint32_t>(command, 8), number_at<std::uint32_t>(command, 12) * record_bytes);
    read_table(made_.strings, number_at<std::uint32_t>(command, 16), number_at<std::uint32_t>(command, 20));
    made_.symbols = records.offset;
    made_.symbol_count = records.size_bytes / record_bytes;
  }

  void read_segment(std::string_view command) {
    constexpr std::uint64_t fixed_bytes = 72, section_bytes = 80;
    const std::uint64_t count = number_at<std::uint32_t>(command, 64);
    if (command.size() < fixed_bytes || count > (command.size() - fixed_bytes) / section_bytes)
      return fail("the section headers are truncated");
    if (text_at(command.substr(8, 16), 0) == "__TEXT") {
      made_.text_address = number_at<std::uint64_t>(command, 24);
      made_.text_offset = number_at<std::uint64_t>(command, 40);
    }
    constexpr std::size_t most_sections = 255; // symbols store the number in a byte
    if (count + made_.sections.size() > most_sections)
      return fail("it has more sections than symbols can refer to");
    for (std::uint64_t s = 0; s < count && !wrong_; ++s)
      add_section(command.substr(fixed_bytes + s * section_bytes, section_bytes));
  }

  void add_section(std::string_view header) {
    constexpr std::uint32_t only_instructions = 0x80000000, some_instructions = 0x400;
    constexpr std::uint32_t zeros = 1, many_zeros = 12, thread_zeros = 18, stubs = 8;
    MachoSection section;
    section.name = text_at(header.substr(0, 16), 0);
    section.segment = text_at(header.substr(16, 16), 0);
    section.address = number_at<std::uint64_t>(header, 32);
    section.size_bytes = number_at<std::uint64_t>(header, 40);
    section.offset = number_at<std::uint32_t>(header, 48);
    const std::uint32_t alignment = number_at<std::uint32_t>(header, 52);
    section.alignment = alignment < 16 ? std::uint64_t{1} << alignment : 1;
    const std::uint32_t flags = number_at<std::uint32_t>(header, 64);
    const std::uint32_t type = flags & 0xffU;
    section.first_indirect_symbol = number_at<std::uint32_t>(header, 68);
    section.stub_bytes = number_at<std::uint32_t>(header, 72);
    section.is_stubs = type == stubs;
    section.is_code = (flags & (only_instructions | some_instructions)) != 0 && type == 0;
    const bool has_content = type != zeros && type != many_zeros && type != thread_zeros;
    if (!has_content || (made_.type == MachoFile::Type::debug && !is_there(section.offset, section.size_bytes)))
      section.size_bytes = 0;
    if (!is_there(section.offset, section.size_bytes) || section.address + section.size_bytes < section.address)
      return fail("a section extends past the end of the file");
    if (made_.type == MachoFile::Type::object) {
      section.relocations = number_at<std::uint32_t>(header, 56);
      section.relocation_count = number_at<std::uint32_t>(header, 60);
      if (!is_there(section.relocations, section.relocation_count * macho_relocation_bytes))
        return fail("the relocations of a section are truncated");
    }
    content_bytes_ += section.size_bytes;
    relocation_count_ += section.relocation_count;
    made_.sections.push_back(std::move(section));
  }

  const ByteSource &file_;
  std::uint64_t size_;
  std::uint64_t content_bytes_ = 0;    ///< of all sections
  std::uint64_t relocation_count_ = 0; ///< of all sections
  MachoFile made_;
  std::optional<Error> wrong_;
};

} // namespace

bool is_macho(std::string_view begin) { return begin.starts_with("\xcf\xfa\xed\xfe"); }

bool is_other_macho(std::string_view begin) {
  return begin.starts_with("\xce\xfa\xed\xfe") || begin.starts_with("\xfe\xed\xfa\xcf") ||
         begin.starts_with("\xfe\xed\xfa\xce");
}

Machine macho_machine(std::string_view begin) { return machine_of_macho_cpu(number_at<std::uint32_t>(begin, 4)); }

Machine machine_of_macho_cpu(std::uint32_t cpu) {
  return cpu == cpu_x86_64 ? Machine::x86_64 : cpu == cpu_arm64 ? Machine::aarch64 : Machine::other;
}

std::string name_of_macho_cpu(std::uint32_t cpu, std::uint32_t variant) {
  const std::uint32_t kind = variant & 0xffffffU; // the upper bits are capabilities
  if (cpu == cpu_x86_64)
    return kind == 8 ? "x86_64h" : "x86_64";
  if (cpu == cpu_arm64)
    return kind == 2 ? "arm64e" : "arm64";
  return format_text("cpu {}", cpu);
}

Expected<MachoFile> read_macho(const ByteSource &file) { return MachoCommands(file).read(); }

std::vector<MachoSymbol> macho_symbols(std::string_view bytes, const MachoFile &file) {
  constexpr std::uint64_t record_bytes = 16;
  constexpr unsigned of_debuggers = 0xe0, type_bits = 0x0e, in_section = 0x0e, external = 0x01, object_file = 0x66;
  constexpr unsigned alternative_entry = 0x200;
  const std::string_view strings = bytes_in(bytes, file.strings.offset, file.strings.size_bytes);
  std::vector<MachoSymbol> symbols(file.symbol_count);
  for (std::uint64_t s = 0; s < file.symbol_count; ++s) {
    const std::string_view record = bytes_in(bytes, file.symbols + s * record_bytes, record_bytes);
    if (record.empty())
      break;
    MachoSymbol &made = symbols[s];
    const unsigned type = number_at<std::uint8_t>(record, 4);
    made.is_debug_map = type == object_file;
    made.name = text_at(strings, number_at<std::uint32_t>(record, 0));
    if ((type & of_debuggers) != 0)
      continue;
    made.section = (type & type_bits) == in_section ? number_at<std::uint8_t>(record, 5) : 0;
    made.is_external = (type & external) != 0;
    made.is_inner_entry = (number_at<std::uint16_t>(record, 6) & alternative_entry) != 0;
    made.address = number_at<std::uint64_t>(record, 8);
  }
  return symbols;
}

std::vector<MachoRelocation> macho_relocations(std::string_view bytes, const MachoSection &section) {
  constexpr std::uint64_t record_bytes = 8;
  std::vector<MachoRelocation> relocations;
  for (std::uint64_t r = 0; r < section.relocation_count; ++r) {
    const std::string_view record = bytes_in(bytes, section.relocations + r * record_bytes, record_bytes);
    if (record.empty())
      break;
    const std::uint32_t bits = number_at<std::uint32_t>(record, 4);
    MachoRelocation made;
    made.place = number_at<std::uint32_t>(record, 0);
    made.number = bits & 0xffffffU;
    made.is_relative = (bits >> 24U & 1U) != 0;
    made.is_external = (bits >> 27U & 1U) != 0;
    made.type = bits >> 28U;
    relocations.push_back(made);
  }
  return relocations;
}

std::vector<std::uint64_t> macho_function_starts(std::string_view bytes, const MachoFile &file) {
  std::vector<std::uint64_t> starts;
  std::uint64_t address = file.text_address;
  std::uint64_t distance = 0;
  unsigned shift = 0;
  for (const char c : bytes_in(bytes, file.function_starts.offset, file.function_starts.size_bytes)) {
    const auto byte = static_cast<unsigned char>(c);
    if (shift < 64)
      distance |= std::uint64_t{byte & 0x7fU} << shift;
    shift += 7;
    if ((byte & 0x80U) != 0)
      continue;
    if (distance == 0 || address + distance < address) // the end; the rest is padding
      break;
    starts.push_back(address += distance);
    distance = shift = 0;
  }
  return starts;
}

std::vector<MachoData> macho_data_in_code(std::string_view bytes, const MachoFile &file) {
  constexpr std::uint64_t record_bytes = 8;
  // Objects store addresses, linked files store offsets in the file.
  const bool is_linked = file.type != MachoFile::Type::object;
  std::vector<MachoData> found;
  const std::string_view table = bytes_in(bytes, file.data_in_code.offset, file.data_in_code.size_bytes);
  for (std::uint64_t at = 0; at + record_bytes <= table.size(); at += record_bytes) {
    const std::uint64_t place = number_at<std::uint32_t>(table, at);
    found.push_back(
        {is_linked ? place - file.text_offset + file.text_address : place, number_at<std::uint16_t>(table, at + 4)});
  }
  return found;
}

namespace {

constexpr std::uint32_t most_slices = 40; // Java's oldest version is 45

/// Universal files are big-endian.
std::uint64_t big_number_at(std::string_view bytes, std::uint64_t offset, std::uint64_t count) {
  std::uint64_t number = 0;
  for (const char byte : bytes_in(bytes, offset, count))
    number = number << 8U | static_cast<unsigned char>(byte);
  return number;
}

bool has_wide_offsets(std::string_view begin) { return begin.starts_with("\xca\xfe\xba\xbf"); }

} // namespace

bool is_universal(std::string_view begin) {
  const std::uint64_t count = big_number_at(begin, 4, 4);
  return (begin.starts_with("\xca\xfe\xba\xbe") || has_wide_offsets(begin)) && count > 0 && count <= most_slices;
}

Expected<std::vector<UniversalSlice>> universal_slices(const ByteSource &file) {
  constexpr std::uint64_t header_bytes = 8, most_record_bytes = 32;
  const std::string begin = file.read(0, header_bytes + most_slices * most_record_bytes);
  const bool is_wide = has_wide_offsets(begin);
  const std::uint64_t record_bytes = is_wide ? 32 : 20;
  const std::uint64_t number_bytes = is_wide ? 8 : 4;
  const std::uint64_t count = big_number_at(begin, 4, 4);
  std::vector<UniversalSlice> slices;
  for (std::uint64_t s = 0; s < count; ++s) {
    const std::string_view record = bytes_in(begin, header_bytes + s * record_bytes, record_bytes);
    UniversalSlice slice;
    const auto cpu = static_cast<std::uint32_t>(big_number_at(record, 0, 4));
    const auto variant = static_cast<std::uint32_t>(big_number_at(record, 4, 4));
    slice.cpu = name_of_macho_cpu(cpu, variant);
    slice.machine = machine_of_macho_cpu(cpu);
    slice.offset = big_number_at(record, 8, number_bytes);
    slice.size_bytes = big_number_at(record, 8 + number_bytes, number_bytes);
    if (record.empty() || slice.offset > file.size_bytes() || slice.size_bytes > file.size_bytes() - slice.offset)
      return Error{"the universal file is truncated: the code for a CPU extends past its end"};
    slices.push_back(std::move(slice));
  }
  return slices;
}

} // namespace osaca
