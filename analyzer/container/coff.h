// The headers and sections of Windows' files, objects (COFF, also "bigobj") and linked ones (PE), as hostile input:
// nothing is read that does not lie in the file. Numbers as in Microsoft's "PE Format".
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

/// Also FileKind::other. An object has no magic bytes: what its header says has to make sense.
[[nodiscard]] FileIdentity coff_identity(const ByteSource &file);

struct CoffSection {
  std::string name;
  std::uint64_t address = 0;     ///< of linked files: the image's base included; 0 in objects
  std::uint32_t first_place = 0; ///< of objects: what its relocations call its first byte
  std::uint64_t offset = 0;
  std::uint64_t size_bytes = 0; ///< of its content in the file, which lies there
  std::uint64_t relocations = 0;
  std::uint64_t relocation_count = 0; ///< that lie in the file
  std::uint64_t alignment = 1;
  bool is_code = false;
};

/// A table that the header of a linked file names.
struct CoffDirectory {
  std::uint64_t address = 0; ///< the image's base included
  std::uint64_t size_bytes = 0;
};

struct CoffFile {
  Machine machine = Machine::other;
  bool is_linked = false;
  bool has_large_symbols = false; ///< of "bigobj"
  std::uint64_t image_base = 0;   ///< 0 in objects
  std::vector<CoffSection> sections;
  std::uint64_t symbols = 0; ///< offset
  std::uint64_t symbol_count = 0;
  std::uint64_t strings = 0; ///< offset
  std::vector<CoffDirectory> directories;

  enum Directory { exports = 0, exceptions = 3, debug = 6, load_configuration = 10, import_addresses = 12 };
  /// Empty: there is none.
  [[nodiscard]] std::optional<CoffDirectory> directory(Directory which) const;
  /// Where in the file an address of the image is, and how many bytes of the section follow there.
  struct Place {
    std::uint64_t offset = 0;
    std::uint64_t size_bytes = 0;
  };
  [[nodiscard]] std::optional<Place> place_of(std::uint64_t address) const;
};

/// Errors have no place in files.
[[nodiscard]] Expected<CoffFile> read_coff(const ByteSource &file);

struct DatabaseOfProgram {
  std::string guid; ///< 16 bytes
  std::string path; ///< as the linker wrote it
};
/// Which program database a linked file says that it has. Empty: it says nothing.
[[nodiscard]] std::optional<DatabaseOfProgram> database_of_program(const ByteSource &file, const CoffFile &program);

} // namespace osaca
