// Windows files: objects (COFF, also "bigobj") and linked files (PE). Reads headers, sections, symbols and relocations
// of untrusted files.
#pragma once

#include "base/byte_source.h"
#include "base/expected.h"
#include "container/file_kind.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

// Headers and sections. Nothing outside the file is read. The numbers are those of Microsoft's "PE Format".

/// FileKind::other if it is neither an object nor a linked file of Windows. An object has no magic bytes, so its header
/// is checked for plausible values.
[[nodiscard]] FileIdentity coff_identity(const ByteSource &file);

/// A section of an object or linked file.
struct CoffSection {
  std::string name;
  std::uint64_t address = 0;     ///< in linked files, with the image base added; 0 in objects
  std::uint32_t first_place = 0; ///< in objects: the address that relocations use for its first byte
  std::uint64_t offset = 0;
  std::uint64_t size_bytes = 0; ///< of its content, which lies within the file
  std::uint64_t relocations = 0;
  std::uint64_t relocation_count = 0; ///< only those that lie within the file
  std::uint64_t alignment = 1;
  bool is_code = false;
};

/// A table that the header of a linked file refers to.
struct CoffDirectory {
  std::uint64_t address = 0; ///< with the image base added
  std::uint64_t size_bytes = 0;
};

/// The headers and sections of an object or linked file.
struct CoffFile {
  Machine machine = Machine::other;
  bool is_linked = false;
  bool has_large_symbols = false; ///< the object is a "bigobj"
  std::uint64_t image_base = 0;   ///< 0 in objects
  std::vector<CoffSection> sections;
  std::uint64_t symbols = 0; ///< offset in the file
  std::uint64_t symbol_count = 0;
  std::uint64_t strings = 0; ///< offset in the file
  std::vector<CoffDirectory> directories;

  enum Directory { exports = 0, exceptions = 3, debug = 6, load_configuration = 10, import_addresses = 12 };
  /// Empty if the file has no such table.
  [[nodiscard]] std::optional<CoffDirectory> directory(Directory which) const;
  /// Where an address of the image is in the file, and how many bytes of its section follow from there.
  struct Place {
    std::uint64_t offset = 0;
    std::uint64_t size_bytes = 0;
  };
  [[nodiscard]] std::optional<Place> place_of(std::uint64_t address) const;
};

/// Errors have no line or column.
[[nodiscard]] Expected<CoffFile> read_coff(const ByteSource &file);

/// The program database that belongs to a linked file.
struct DatabaseOfProgram {
  std::string guid; ///< 16 bytes
  std::string path; ///< as the linker wrote it
};
/// The program database that a linked file names. Empty if it names none.
[[nodiscard]] std::optional<DatabaseOfProgram> database_of_program(const ByteSource &file, const CoffFile &program);

// Symbols and relocations of COFF objects.

struct CoffSymbol {
  enum class Kind {
    other, ///< debug information, file names, auxiliary records of symbols
    section,
    label,
    entry,   ///< visible to other files
    function ///< declared as a function by its type
  };
  Kind kind = Kind::other;
  std::string_view name;
  std::uint32_t value = 0;          ///< within its section
  std::int32_t section = 0;         ///< counted from 1; 0 or less: not defined in this file
  std::uint32_t function_bytes = 0; ///< 0: unknown
};

/// All symbols, indexed by symbol number. Auxiliary records have symbol numbers, too, and are listed with the kind
/// `other`. Precondition: `file` was read from `bytes`.
[[nodiscard]] std::vector<CoffSymbol> coff_symbols(std::string_view bytes, const CoffFile &file);

struct CoffRelocation {
  std::uint32_t place = 0;  ///< offset within the section
  std::uint32_t symbol = 0; ///< symbol number, which may not exist
  std::uint16_t type = 0;   ///< its meaning depends on the machine
};
[[nodiscard]] std::vector<CoffRelocation> coff_relocations(std::string_view bytes, const CoffSection &section);

/// The bytes of a linked file from an address of its image to the end of the section. Empty if no section holds the
/// address.
[[nodiscard]] std::string_view image_bytes(std::string_view bytes, const CoffFile &file, std::uint64_t address);

} // namespace osaca
