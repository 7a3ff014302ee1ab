#include "decode/coff/coff_image.h"

#include "container/byte_ranges.h"
#include "decode/codeview/codeview_lines.h"
#include "decode/codeview/program_database.h"
#include "decode/dwarf/dwarf_tables.h"
#include "decode/image/object_image.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace osaca {

namespace {

/// ARM64 programs into which x64 code can be loaded, and the reverse, contain code for both CPUs.
bool has_code_of_two_cpus(std::string_view bytes, const CoffFile &file) {
  constexpr std::uint64_t metadata_at = 200; // of IMAGE_LOAD_CONFIG_DIRECTORY64: CHPEMetadataPointer
  const auto directory = file.directory(CoffFile::load_configuration);
  const std::string_view table = directory ? image_bytes(bytes, file, directory->address) : std::string_view();
  return number_at<std::uint32_t>(table, 0) > metadata_at && number_at<std::uint64_t>(table, metadata_at) != 0;
}

bool has_gcc_lto(const CoffFile &file) {
  return std::ranges::any_of(file.sections,
                             [](const CoffSection &section) { return section.name.starts_with(".gnu.lto_"); });
}

/// "jmp *address": functions that only jump to a function of another library, like the stubs of ELF. Their names are
/// kept, but they are marked as data.
void leave_out_import_stubs(const CoffFile &file, std::vector<CodeSection> &sections) {
  constexpr std::uint64_t jump_bytes = 6;
  const auto addresses = file.directory(CoffFile::import_addresses);
  if (!addresses || file.machine != Machine::x86_64)
    return;
  for (CodeSection &section : sections)
    for (const auto &[begin, symbol] : section.symbols) {
      const auto bytes = section.bytes.subspan(begin - section.address);
      if (bytes.size() < jump_bytes || bytes[0] != 0xff || bytes[1] != 0x25)
        continue;
      const std::string_view text(reinterpret_cast<const char *>(bytes.data()), bytes.size());
      const std::uint64_t slot =
          begin + jump_bytes + static_cast<std::uint64_t>(std::int64_t{number_at<std::int32_t>(text, 2)});
      if (slot - addresses->address < addresses->size_bytes)
        section.add_data(begin, jump_bytes);
    }
}

void add_database(ProgramDatabase database, WindowsNames &names_of_functions, ObjectImage &image) {
  const CodeSectionIndex index(image.sections, false);
  for (DatabaseFunction &function : database.functions)
    if (const auto section = index.find({function.address, 0}))
      image.sections[*section].add_symbol(
          function.address,
          names_of_functions.function(std::move(function.name), Symbol::Kind::function, function.size_bytes));
  image.lines = std::move(database.lines);
}

} // namespace

Expected<ObjectImage> coff_image(std::string_view bytes, std::string_view database) {
  OSACA_TRY(const CoffFile file, read_coff(BytesAtHand(bytes)));
  if (file.machine == Machine::other)
    return Error{other_cpu_message};
  if (file.is_linked && has_code_of_two_cpus(bytes, file))
    return Error{
        "this program contains code for two CPUs (ARM64EC or ARM64X), which is not supported: analyse its objects"};
  ObjectImage made;
  made.isa = file.machine == Machine::aarch64 ? Isa::aarch64 : Isa::x86_64;
  made.is_relocatable = !file.is_linked;
  made.why_empty = no_code_message;
  made.sections = coff_code_sections(bytes, file);
  if (made.sections.empty() && has_gcc_lto(file))
    return Error{gcc_lto_message};
  const std::vector<CoffSymbol> symbols = coff_symbols(bytes, file);
  NameBudget names;
  WindowsNames names_of_functions;
  add_coff_symbols(file, symbols, names, names_of_functions, made.sections);
  if (!file.is_linked) {
    add_coff_references(bytes, file, symbols, names, made.sections);
    made.lines = coff_lines(bytes, file, symbols);
    return made;
  }
  add_exports(bytes, file, names, names_of_functions, made.sections);
  made.functions = windows_unwinding_ranges(bytes, file);
  if (!database.empty())
    add_database(read_program_database(database, file), names_of_functions, made);
  leave_out_import_stubs(file, made.sections);
  if (made.lines.sequences.empty())
    made.lines = coff_lines(bytes, file, symbols);
  // GNU's linkers generate no program database, and leave the symbols in the program.
  const bool may_have_database = file.symbol_count == 0 || database_of_program(BytesAtHand(bytes), file).has_value();
  if (made.lines.sequences.empty() && may_have_database)
    made.lines_elsewhere = LinesElsewhere::program_database;
  return made;
}

namespace {

/// A section as the linker would write it. All kinds of relocations in debug information add the symbol's address to
/// the stored number.
class RelocatedSection {
public:
  RelocatedSection(std::string_view bytes, const CoffSection &section, const std::vector<CoffSymbol> &symbols)
      : symbols_(symbols) {
    for (const CoffRelocation &relocation : coff_relocations(bytes, section))
      symbol_at_.try_emplace(relocation.place - section.address, relocation.symbol);
  }

  [[nodiscard]] Relocated apply(std::uint64_t offset, std::uint64_t raw) const {
    const auto found = symbol_at_.find(offset);
    if (found == symbol_at_.end() || found->second >= symbols_.size() || symbols_[found->second].section <= 0)
      return {raw, 0};
    const CoffSymbol &symbol = symbols_[found->second];
    return {raw + symbol.value, static_cast<std::uint64_t>(symbol.section)};
  }

private:
  const std::vector<CoffSymbol> &symbols_;
  std::unordered_map<std::uint64_t, std::uint32_t> symbol_at_;
};

const CoffSection *section_called(const CoffFile &file, std::string_view name) {
  for (const CoffSection &section : file.sections)
    if (section.name == name)
      return &section;
  return nullptr;
}

LineRows dwarf_lines(std::string_view bytes, const CoffFile &file, const CoffSection &lines,
                     const std::vector<CoffSymbol> &symbols) {
  const auto content = [&](const CoffSection *section) {
    const std::string_view found =
        section == nullptr ? std::string_view() : bytes_in(bytes, section->offset, section->size_bytes);
    return llvm::StringRef(found.data(), found.size());
  };
  const RelocatedSection relocated(bytes, lines, symbols);
  return run_line_programs({content(&lines), content(section_called(file, ".debug_line_str")),
                            content(section_called(file, ".debug_str")),
                            [&](std::uint64_t offset, std::uint64_t raw) { return relocated.apply(offset, raw); }});
}

LineRows codeview_lines(std::string_view bytes, const CoffFile &file, const std::vector<CoffSymbol> &symbols) {
  constexpr std::uint32_t known_version = 4;
  CodeViewUnit unit;
  std::vector<RelocatedSection> relocated;
  for (const CoffSection &section : file.sections) {
    const std::string_view content = bytes_in(bytes, section.offset, section.size_bytes);
    if (section.name != ".debug$S" || number_at<std::uint32_t>(content, 0) != known_version)
      continue;
    unit.parts.push_back(content.substr(sizeof known_version));
    relocated.emplace_back(bytes, section, symbols);
  }
  LineRows rows;
  LineFiles files;
  const auto locate = [&](std::size_t part, std::uint64_t place, std::uint32_t offset, std::uint16_t) {
    const Relocated found = relocated[part].apply(place + sizeof known_version, offset);
    return found.section == 0 ? std::nullopt : std::optional(CodeAddress{found.value, found.section});
  };
  add_codeview_lines(unit, locate, files, rows.sequences);
  rows.files = files.take();
  return rows;
}

} // namespace

LineRows coff_lines(std::string_view bytes, const CoffFile &file, const std::vector<CoffSymbol> &symbols) {
  const CoffSection *lines = section_called(file, ".debug_line");
  return lines != nullptr ? dwarf_lines(bytes, file, *lines, symbols) : codeview_lines(bytes, file, symbols);
}

} // namespace osaca
