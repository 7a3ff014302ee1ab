#include "decode/macho/macho_image.h"

#include "container/byte_ranges.h"
#include "decode/dwarf/dwarf_tables.h"
#include "decode/image/object_image.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <unordered_map>
#include <utility>

namespace osaca {

namespace {

std::string_view without_underscore(std::string_view name) { return name.starts_with('_') ? name.substr(1) : name; }

/// Compilers prefix the names of functions with an underscore. Labels of the assembler have none.
Symbol::Kind kind_of_macho(const MachoFile &file, const MachoSymbol &symbol) {
  const bool is_named_by_compiler = symbol.name.starts_with('_');
  if (symbol.is_inner_entry || (!is_named_by_compiler && !symbol.is_external))
    return Symbol::Kind::label;
  if (file.type != MachoFile::Type::object || file.is_cut_at_symbols)
    return Symbol::Kind::function;
  return symbol.is_external ? Symbol::Kind::entry : Symbol::Kind::label;
}

// Types of relocations.
constexpr std::uint32_t x86_difference = 5, arm_difference = 1, arm_addend_of_next = 10;

class MachoReferences {
public:
  MachoReferences(std::string_view bytes, const MachoFile &file, const std::vector<MachoSymbol> &symbols,
                  NameBudget &names)
      : bytes_(bytes), file_(file), symbols_(symbols), names_(names) {}

  void add_to(CodeSection &section) {
    const MachoSection &home = file_.sections[section.index - 1];
    std::int64_t addend = 0; // arm64 stores it in a separate relocation before this one
    for (const MachoRelocation &relocation : macho_relocations(bytes_, home)) {
      if (file_.machine == Machine::aarch64 && relocation.type == arm_addend_of_next) {
        constexpr std::int64_t limit = 1 << 23;
        addend = relocation.number >= limit ? relocation.number - 2 * limit : relocation.number;
        continue;
      }
      add(relocation, home, section, std::exchange(addend, 0));
    }
  }

private:
  void add(const MachoRelocation &relocation, const MachoSection &home, CodeSection &section, std::int64_t addend) {
    Reference reference;
    reference.place = section.address + relocation.place;
    const bool is_x86 = file_.machine == Machine::x86_64;
    if (!section.holds(reference.place) || relocation.type == (is_x86 ? x86_difference : arm_difference))
      return;
    const std::int64_t stored =
        is_x86 ? number_at<std::int32_t>(bytes_in(bytes_, home.offset + relocation.place, 4), 0) : addend;
    if (relocation.is_external)
      to_symbol(relocation, is_x86 && relocation.is_relative ? stored - 4 : stored, reference);
    else
      to_section(relocation, stored, reference);
    if (!reference.symbol.empty())
      section.references.try_emplace(reference.place, std::move(reference));
  }

  void to_symbol(const MachoRelocation &relocation, std::int64_t addend, Reference &reference) {
    if (relocation.number >= symbols_.size())
      return;
    const MachoSymbol &symbol = symbols_[relocation.number];
    reference.symbol = names_.copy(without_underscore(symbol.name));
    reference.addend = addend;
    if (symbol.section != 0)
      reference.target = CodeAddress{symbol.address + static_cast<std::uint64_t>(addend), symbol.section};
  }

  /// The stored number is an address in the object.
  void to_section(const MachoRelocation &relocation, std::int64_t stored, Reference &reference) {
    if (relocation.number == 0 || relocation.number > file_.sections.size())
      return;
    const MachoSection &section = file_.sections[relocation.number - 1];
    std::uint64_t address = static_cast<std::uint64_t>(stored);
    if (relocation.is_relative)
      address += reference.place;
    reference.symbol = names_.copy(section.name);
    reference.addend = static_cast<std::int64_t>(address - section.address);
    reference.target = CodeAddress{address, relocation.number};
  }

  std::string_view bytes_;
  const MachoFile &file_;
  const std::vector<MachoSymbol> &symbols_;
  NameBudget &names_;
};

} // namespace

std::vector<CodeSection> macho_code_sections(std::string_view bytes, const MachoFile &file) {
  std::vector<CodeSection> sections;
  for (std::size_t s = 0; s < file.sections.size(); ++s) {
    const MachoSection &section = file.sections[s];
    const std::string_view content = bytes_in(bytes, section.offset, section.size_bytes);
    if (!section.is_code || content.empty() || section.name == "__stub_helper")
      continue;
    CodeSection &made = sections.emplace_back();
    made.name = section.name;
    made.index = s + 1;
    made.address = section.address;
    made.alignment = section.alignment;
    made.bytes = {reinterpret_cast<const std::uint8_t *>(content.data()), content.size()};
  }
  const CodeSectionIndex index(sections, false); // addresses are unique in objects, too
  for (const MachoData &data : macho_data_in_code(bytes, file))
    if (const auto section = index.find({data.address, 0}))
      sections[*section].add_data(data.address, data.size_bytes);
  return sections;
}

void add_macho_symbols(const MachoFile &file, const std::vector<MachoSymbol> &symbols, NameBudget &names,
                       std::vector<CodeSection> &sections) {
  const CodeSectionIndex index(sections, false);
  for (const MachoSymbol &symbol : symbols) {
    constexpr std::string_view made_by_assembler = "ltmp";
    const auto section = symbol.section == 0 ? std::nullopt : index.find({symbol.address, 0});
    if (!section || symbol.name.starts_with(made_by_assembler))
      continue;
    std::string name = names.copy(without_underscore(symbol.name));
    if (name.empty())
      continue;
    Symbol made{std::move(name), kind_of_macho(file, symbol), 0, {}};
    if (symbol.name.starts_with('_') && made.kind != Symbol::Kind::label)
      made.aliases.push_back(names.copy(symbol.name));
    sections[*section].add_symbol(symbol.address, std::move(made));
  }
}

void add_macho_references(std::string_view bytes, const MachoFile &file, const std::vector<MachoSymbol> &symbols,
                          NameBudget &names, std::vector<CodeSection> &sections) {
  MachoReferences references(bytes, file, symbols, names);
  for (CodeSection &section : sections)
    references.add_to(section);
}

std::unordered_map<std::uint64_t, std::string> macho_stub_names(std::string_view bytes, const MachoFile &file,
                                                                const std::vector<MachoSymbol> &symbols,
                                                                NameBudget &names) {
  std::unordered_map<std::uint64_t, std::string> stubs;
  const std::string_view numbers = bytes_in(bytes, file.indirect_symbols.offset, file.indirect_symbols.size_bytes);
  for (const MachoSection &section : file.sections) {
    if (!section.is_stubs || section.stub_bytes == 0)
      continue;
    const std::uint64_t count = std::min<std::uint64_t>(section.size_bytes / section.stub_bytes, numbers.size() / 4);
    for (std::uint64_t stub = 0; stub < count; ++stub) {
      const std::uint64_t place = (section.first_indirect_symbol + stub) * 4;
      const std::uint32_t number = place < numbers.size() ? number_at<std::uint32_t>(numbers, place) : 0xffffffffU;
      if (number < symbols.size())
        if (std::string name = names.copy(without_underscore(symbols[number].name)); !name.empty())
          stubs.emplace(section.address + stub * section.stub_bytes, std::move(name));
    }
  }
  return stubs;
}

namespace {

const MachoSection *debug_section_called(const MachoFile &file, std::string_view name) {
  for (const MachoSection &section : file.sections)
    if (section.segment == "__DWARF" && section.name == name)
      return &section;
  return nullptr;
}

/// The line section as the linker would write it. Addresses are unique in an object, so they determine the section.
class RelocatedLines {
public:
  RelocatedLines(std::string_view bytes, const MachoFile &file, const MachoSection &lines,
                 const std::vector<MachoSymbol> &symbols)
      : symbols_(symbols) {
    for (const MachoRelocation &relocation : macho_relocations(bytes, lines))
      at_.try_emplace(relocation.place, relocation);
    for (std::size_t s = 0; s < file.sections.size(); ++s)
      if (file.sections[s].is_code)
        code_.push_back({file.sections[s].address, file.sections[s].address + file.sections[s].size_bytes, s + 1});
  }

  [[nodiscard]] Relocated apply(std::uint64_t offset, std::uint64_t raw) const {
    const auto found = at_.find(offset);
    if (found == at_.end())
      return {raw, 0};
    const MachoRelocation &relocation = found->second;
    const bool is_known = relocation.is_external && relocation.number < symbols_.size();
    const std::uint64_t address = raw + (is_known ? symbols_[relocation.number].address : 0);
    const auto section =
        std::ranges::find_if(code_, [&](const Code &code) { return address >= code.begin && address < code.end; });
    return {address, section == code_.end() ? 0 : section->number};
  }

private:
  struct Code {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t number = 0;
  };
  const std::vector<MachoSymbol> &symbols_;
  std::unordered_map<std::uint64_t, MachoRelocation> at_;
  std::vector<Code> code_;
};

} // namespace

LineRows macho_lines(std::string_view bytes, const MachoFile &file, const std::vector<MachoSymbol> &symbols) {
  const MachoSection *lines = debug_section_called(file, "__debug_line");
  if (lines == nullptr)
    return {};
  const auto content = [&](std::string_view name) {
    const MachoSection *section = debug_section_called(file, name);
    const std::string_view found =
        section == nullptr ? std::string_view() : bytes_in(bytes, section->offset, section->size_bytes);
    return llvm::StringRef(found.data(), found.size());
  };
  const RelocatedLines relocated(bytes, file, *lines, symbols);
  return run_line_programs({content("__debug_line"), content("__debug_line_str"), content("__debug_str"),
                            [&](std::uint64_t offset, std::uint64_t raw) { return relocated.apply(offset, raw); }});
}

namespace {

/// Function boundaries from the linker's list of beginnings: a function ends where the next one begins, or with its
/// section.
std::vector<AddressRange> function_ranges(std::string_view bytes, const MachoFile &file) {
  std::vector<AddressRange> ranges;
  for (const std::uint64_t begin : macho_function_starts(bytes, file)) {
    if (!ranges.empty())
      ranges.back().end = begin;
    ranges.push_back({begin, std::numeric_limits<std::uint64_t>::max()});
  }
  return ranges;
}

void add_debug_file(std::string_view debug_bytes, NameBudget &names, ObjectImage &image) {
  const Expected<MachoFile> read = read_macho(BytesAtHand(debug_bytes));
  if (!read)
    return;
  const std::vector<MachoSymbol> symbols = macho_symbols(debug_bytes, *read);
  add_macho_symbols(*read, symbols, names, image.sections);
  image.lines = macho_lines(debug_bytes, *read, symbols);
}

} // namespace

Expected<ObjectImage> macho_image(std::string_view bytes, std::string_view debug_bytes) {
  OSACA_TRY(const MachoFile file, read_macho(BytesAtHand(bytes)));
  if (file.machine == Machine::other)
    return Error{other_cpu_message};
  if (file.type == MachoFile::Type::core)
    return Error{"this is a core file, which contains the memory of a process: analyse the program instead"};
  if (file.is_encrypted)
    return Error{"its code is encrypted (a program from the App Store): analyse the program that your build produced"};
  ObjectImage made;
  made.isa = file.machine == Machine::aarch64 ? Isa::aarch64 : Isa::x86_64;
  made.is_relocatable = file.type == MachoFile::Type::object;
  made.why_empty = file.type == MachoFile::Type::debug ? debug_file_message : no_code_message;
  made.sections = macho_code_sections(bytes, file);
  const bool has_gcc_lto =
      std::ranges::any_of(file.sections, [](const MachoSection &s) { return s.segment == "__GNU_LTO"; });
  if (made.sections.empty() && has_gcc_lto)
    return Error{gcc_lto_message};
  const std::vector<MachoSymbol> symbols = macho_symbols(bytes, file);
  NameBudget names;
  add_macho_symbols(file, symbols, names, made.sections);
  made.lines = macho_lines(bytes, file, symbols);
  if (made.is_relocatable) {
    add_macho_references(bytes, file, symbols, names, made.sections);
    return made;
  }
  made.functions = function_ranges(bytes, file);
  made.stubs = macho_stub_names(bytes, file, symbols, names);
  if (!debug_bytes.empty())
    add_debug_file(debug_bytes, names, made);
  const bool has_debug_map = std::ranges::any_of(symbols, [](const MachoSymbol &s) { return s.is_debug_map; });
  if (made.lines.sequences.empty() && has_debug_map)
    made.lines_elsewhere = LinesElsewhere::symbol_bundle;
  return made;
}

} // namespace osaca
