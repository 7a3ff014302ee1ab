// The kind of a file, recognised by its first bytes, and the CPU that its code is for.
#pragma once

#include "base/byte_source.h"

#include <string_view>

namespace osaca {

/// The format of a file.
enum class FileKind {
  other, ///< text, or an unknown kind
  elf,
  coff_object,
  coff_link_time_code, ///< MSVC's intermediate code (/GL)
  coff_import,         ///< a member of an import library: a name, and the DLL that exports it
  portable_executable, ///< Windows: .exe, .dll, .sys
  macho,
  other_macho, ///< 32-bit or big-endian
  universal,   ///< Mach-O files or archives for several CPUs
  archive,
  bitcode, ///< LLVM bitcode
  program_database
};

enum class Machine { other, x86_64, aarch64, riscv64 };

/// What the first bytes of a file say about it.
struct FileIdentity {
  FileKind kind = FileKind::other;
  Machine machine = Machine::other; ///< only for kinds that have machine code
};

[[nodiscard]] FileIdentity identity_of(const ByteSource &file);
[[nodiscard]] FileIdentity identity_of(std::string_view bytes);

/// Whether linkers read or write this kind: it holds machine code, or will after linking.
[[nodiscard]] bool is_for_linkers(FileKind kind);

/// Whether it holds machine code that can be read as it is. False for universal files and archives: their members have
/// kinds of their own.
[[nodiscard]] bool has_machine_code(FileKind kind);

} // namespace osaca
