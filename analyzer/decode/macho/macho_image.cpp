#include "decode/macho/macho_image.h"

#include "container/byte_ranges.h"
#include "decode/image/image_messages.h"
#include "decode/macho/macho_lines.h"
#include "decode/macho/macho_sections.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace osaca {
namespace {

/// The linker's list of where functions begin: each ends where the next one begins, or with its section.
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
  const Expected<MachoFile> read = read_macho(BytesAtHand(bytes));
  if (!read)
    return read.error();
  const MachoFile &file = *read;
  if (file.machine == Machine::other)
    return Error{other_cpu_message};
  if (file.type == MachoFile::Type::core)
    return Error{"this is a core file, the memory of a process: analyse the program that it was"};
  if (file.is_encrypted)
    return Error{"its code is encrypted (a program from the App Store): analyse what the build made"};
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
