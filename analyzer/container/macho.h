// macOS files (64-bit Mach-O): load commands, sections, symbols and other tables, and universal files, which hold
// several Mach-O files. All of them are untrusted.
#pragma once

#include "base/byte_source.h"
#include "base/expected.h"
#include "container/file_kind.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

// Load commands and sections of objects, programs and libraries. Nothing outside the file is read. The numbers are
// those of <mach-o/loader.h>.

[[nodiscard]] bool is_macho(std::string_view begin);
/// Whether it is Mach-O of an unsupported kind: 32-bit or big-endian.
[[nodiscard]] bool is_other_macho(std::string_view begin);
[[nodiscard]] Machine macho_machine(std::string_view begin);
[[nodiscard]] Machine machine_of_macho_cpu(std::uint32_t cpu);
/// The name that `lipo` uses: "arm64", "x86_64"; "cpu 12" for other CPUs.
[[nodiscard]] std::string name_of_macho_cpu(std::uint32_t cpu, std::uint32_t variant);

struct MachoSection {
  std::string name;    ///< "__text"
  std::string segment; ///< "__TEXT"
  std::uint64_t address = 0;
  std::uint64_t offset = 0;
  std::uint64_t size_bytes = 0; ///< of its content, which lies within the file
  std::uint64_t relocations = 0;
  std::uint64_t relocation_count = 0; ///< only those that lie within the file
  std::uint64_t alignment = 1;
  std::uint32_t first_indirect_symbol = 0; ///< in sections of stubs
  std::uint32_t stub_bytes = 0;            ///< size of each stub
  bool is_code = false;
  bool is_stubs = false; ///< the linker's stubs, which jump to other files
};

/// A table in the file.
struct MachoTable {
  std::uint64_t offset = 0;
  std::uint64_t size_bytes = 0; ///< lies within the file; 0: there is no such table
};

/// The load commands and sections of a file, and where its tables are.
struct MachoFile {
  enum class Type { object, linked, debug, core, other };
  Machine machine = Machine::other;
  Type type = Type::other;
  bool is_cut_at_symbols = false; ///< the linker may move the code of each symbol separately
  bool is_encrypted = false;
  std::string uuid;               ///< 16 bytes, or empty
  std::uint64_t text_address = 0; ///< of the segment __TEXT
  std::uint64_t text_offset = 0;
  std::vector<MachoSection> sections; ///< symbols refer to them by numbers that start at 1
  std::uint64_t symbols = 0;
  std::uint64_t symbol_count = 0; ///< only those that lie within the file
  MachoTable strings;
  MachoTable indirect_symbols;
  MachoTable function_starts;
  MachoTable data_in_code;
};

/// Errors have no line or column.
[[nodiscard]] Expected<MachoFile> read_macho(const ByteSource &file);

// Symbols, relocations and other tables of Mach-O files.

struct MachoSymbol {
  std::string_view name;
  std::uint64_t address = 0;
  std::uint32_t section = 0; ///< counted from 1; 0: not defined in this file
  bool is_external = false;
  bool is_inner_entry = false; ///< an entry point inside the code of the symbol before it
  bool is_debug_map = false;   ///< it names an object that has the debug information
};
/// Indexed by symbol number. Precondition here and below: `file` was read from `bytes`.
[[nodiscard]] std::vector<MachoSymbol> macho_symbols(std::string_view bytes, const MachoFile &file);

struct MachoRelocation {
  std::uint32_t place = 0;  ///< offset within the section
  std::uint32_t number = 0; ///< of a symbol or of a section
  std::uint32_t type = 0;   ///< its meaning depends on the machine
  bool is_relative = false; ///< the value is relative to the address of the relocation
  bool is_external = false; ///< `number` is that of a symbol
};
[[nodiscard]] std::vector<MachoRelocation> macho_relocations(std::string_view bytes, const MachoSection &section);

/// The addresses at which functions begin, ascending. The file stores the distances between them as ULEB128 numbers.
[[nodiscard]] std::vector<std::uint64_t> macho_function_starts(std::string_view bytes, const MachoFile &file);

/// A range of data within the code.
struct MachoData {
  std::uint64_t address = 0;
  std::uint64_t size_bytes = 0;
};
[[nodiscard]] std::vector<MachoData> macho_data_in_code(std::string_view bytes, const MachoFile &file);

// Universal files: Mach-O files, or archives of them, for several CPUs in one file.

/// Java class files begin with the same bytes, but have a version number in place of the number of slices.
[[nodiscard]] bool is_universal(std::string_view begin);

/// One file within a universal file.
struct UniversalSlice {
  std::string cpu; ///< the name that `lipo` uses: "arm64"
  Machine machine = Machine::other;
  std::uint64_t offset = 0;
  std::uint64_t size_bytes = 0; ///< lies within the file
};

/// Errors have no line or column.
[[nodiscard]] Expected<std::vector<UniversalSlice>> universal_slices(const ByteSource &file);

} // namespace osaca
