// The load commands and sections of macOS's files (Mach-O of 64 bits), objects, programs and libraries, as hostile
// input: nothing is read that does not lie in the file. Numbers as in <mach-o/loader.h>.
#pragma once

#include "base/byte_source.h"
#include "base/expected.h"
#include "container/file_kind.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

[[nodiscard]] bool is_macho(std::string_view begin);
/// Of 32 bits, or with the high byte first.
[[nodiscard]] bool is_other_macho(std::string_view begin);
[[nodiscard]] Machine macho_machine(std::string_view begin);
[[nodiscard]] Machine machine_of_macho_cpu(std::uint32_t cpu);
/// As `lipo` calls it: "arm64", "x86_64"; "cpu 12" for others.
[[nodiscard]] std::string name_of_macho_cpu(std::uint32_t cpu, std::uint32_t variant);

struct MachoSection {
  std::string name;    ///< "__text"
  std::string segment; ///< "__TEXT"
  std::uint64_t address = 0;
  std::uint64_t offset = 0;
  std::uint64_t size_bytes = 0; ///< of its content in the file, which lies there
  std::uint64_t relocations = 0;
  std::uint64_t relocation_count = 0; ///< that lie in the file
  std::uint64_t alignment = 1;
  std::uint32_t first_indirect_symbol = 0; ///< of stubs
  std::uint32_t stub_bytes = 0;            ///< of each stub
  bool is_code = false;
  bool is_stubs = false; ///< the linker's, which jump elsewhere
};

/// A table in the file.
struct MachoTable {
  std::uint64_t offset = 0;
  std::uint64_t size_bytes = 0; ///< lies in the file; 0: there is none
};

struct MachoFile {
  enum class Type { object, linked, debug, core, other };
  Machine machine = Machine::other;
  Type type = Type::other;
  bool is_cut_at_symbols = false; ///< each symbol begins a piece of its own, which the linker may move
  bool is_encrypted = false;
  std::string uuid;               ///< 16 bytes, or empty
  std::uint64_t text_address = 0; ///< of the segment __TEXT
  std::uint64_t text_offset = 0;
  std::vector<MachoSection> sections; ///< their numbers, as symbols have them, count from 1
  std::uint64_t symbols = 0;
  std::uint64_t symbol_count = 0; ///< that lie in the file
  MachoTable strings;
  MachoTable indirect_symbols;
  MachoTable function_starts;
  MachoTable data_in_code;
};

/// Errors have no place in files.
[[nodiscard]] Expected<MachoFile> read_macho(const ByteSource &file);

} // namespace osaca
