// Finds the debug information of a linked file in the separate file in which each system stores it.
#pragma once

#include "base/byte_source.h"

#include <string>

namespace osaca {

// On all systems.

/// Returns the bytes of the file with the debug information for exactly this `file`, which is at `path`. The match is
/// by build-id or checksum for ELF, by GUID for the program database of a Windows program, and by UUID for a .dSYM of
/// macOS. Empty: there is no such file, or it cannot be read.
[[nodiscard]] std::string debug_file_of(const ByteSource &file, const std::string &path, const FileOpener &open);

// The debug information of a stripped ELF file, searched for in the same places as by debuggers:
//
//   /usr/lib/debug/.build-id/ab/cdef.debug           by the build-id ab cdef in its notes
//   FOLDER/NAME, FOLDER/.debug/NAME,
//   /usr/lib/debug/FOLDER/NAME                       by the name in .gnu_debuglink
//
// (GDB's manual, "Separate Debug Files".)

/// Matches by build-id or, if there is none, by the checksum of .gnu_debuglink. Otherwise like debug_file_of().
[[nodiscard]] std::string elf_debug_file_of(const ByteSource &file, const std::string &path, const FileOpener &open);

// The debug information of a macOS program or library, where dsymutil stores it:
// PROGRAM.dSYM/Contents/Resources/DWARF/PROGRAM in the program's folder, or in the folder of the bundle that contains
// the program.

/// Matches by UUID. Otherwise like debug_file_of().
[[nodiscard]] std::string macos_debug_file_of(const ByteSource &file, const std::string &path, const FileOpener &open);

// The program database of a Windows program, in the program's folder. Its name is the one recorded in the program
// (whose folder belongs to the machine that linked it), or the program's own.

/// Matches by the GUID recorded in the program. Otherwise like debug_file_of().
[[nodiscard]] std::string windows_debug_file_of(const ByteSource &file, const std::string &path,
                                                const FileOpener &open);

} // namespace osaca
