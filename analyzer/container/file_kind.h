// What a file is by its first bytes, and which CPU its code is for.
#pragma once

#include "base/byte_source.h"

#include <string_view>

namespace osaca {

enum class FileKind {
  other, ///< text, or nothing that is known here
  elf,
  coff_object,
  coff_link_time_code, ///< MSVC's intermediate code (/GL)
  coff_import,         ///< a member of an import library: a name, and the DLL that has it
  portable_executable, ///< Windows: .exe, .dll, .sys
  macho,
  other_macho, ///< of 32 bits, or with the high byte first
  universal,   ///< Mach-O files or archives for several CPUs
  archive,
  bitcode, ///< LLVM's
  program_database
};

enum class Machine { other, x86_64, aarch64, riscv64 };

struct FileIdentity {
  FileKind kind = FileKind::other;
  Machine machine = Machine::other; ///< of what has machine code
};

[[nodiscard]] FileIdentity identity_of(const ByteSource &file);
[[nodiscard]] FileIdentity identity_of(std::string_view bytes);

/// Holds machine code, or would after the program is linked: what a linker takes, and what it makes.
[[nodiscard]] bool is_for_linkers(FileKind kind);

/// Has code that is read as it is; of universal files and archives, after they have been taken apart.
[[nodiscard]] bool has_machine_code(FileKind kind);

} // namespace osaca
