#include "decode/coff/coff_image.h"

#include "container/byte_ranges.h"
#include "decode/codeview/program_database.h"
#include "decode/coff/coff_lines.h"
#include "decode/coff/coff_sections.h"
#include "decode/coff/exports.h"
#include "decode/coff/unwind_ranges.h"
#include "decode/coff/windows_names.h"
#include "decode/image/image_messages.h"

#include <algorithm>
#include <utility>

namespace osaca {
namespace {

/// Programs for ARM64 that x64 code can be loaded into, and the other way round, hold both.
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

/// "jmp *address": functions that only lead on to another library's, as ELF's stubs do. They keep their names, and are
/// no code.
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
  const Expected<CoffFile> read = read_coff(BytesAtHand(bytes));
  if (!read)
    return read.error();
  const CoffFile &file = *read;
  if (file.machine == Machine::other)
    return Error{other_cpu_message};
  if (file.is_linked && has_code_of_two_cpus(bytes, file))
    return Error{
        "this program holds code for two CPUs (ARM64EC or ARM64X), which is not supported: analyse its objects"};
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
  // GNU's linkers make none, and leave symbols in the program.
  const bool may_have_database = file.symbol_count == 0 || database_of_program(BytesAtHand(bytes), file).has_value();
  if (made.lines.sequences.empty() && may_have_database)
    made.lines_elsewhere = LinesElsewhere::program_database;
  return made;
}

} // namespace osaca
