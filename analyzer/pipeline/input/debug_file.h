// The debug information of a linked file, where it is in a file of its own, as each system puts it there.
#pragma once

#include "base/byte_source.h"

#include <string>

namespace osaca {

// The debug information of a linked file, where it is in a file of its own.

/// Its bytes, if there is one that was made together with this very file, which is at `path`: ELF's by the build-id or
/// a checksum, the program database of a Windows program by its GUID, what is in a .dSYM of macOS by its UUID. Empty:
/// nothing of the kind. What cannot be opened or read is not there.
[[nodiscard]] std::string debug_file_of(const ByteSource &file, const std::string &path, const FileOpener &open);

// The debug information of a stripped ELF file, found as debuggers find it.
//
//   /usr/lib/debug/.build-id/ab/cdef.debug           by the build-id ab cdef in its notes
//   FOLDER/NAME, FOLDER/.debug/NAME,
//   /usr/lib/debug/FOLDER/NAME                       by the name in .gnu_debuglink (GDB's manual, "Separate Debug
//   Files")

/// With the same build-id, or, where there is none, with the checksum of .gnu_debuglink. As debug_file_of().
[[nodiscard]] std::string elf_debug_file_of(const ByteSource &file, const std::string &path, const FileOpener &open);

// The debug information of a macOS program or library, as dsymutil puts it beside:
// PROGRAM.dSYM/Contents/Resources/DWARF/PROGRAM, or beside the bundle that the program is in.

/// With the same UUID. As debug_file_of().
[[nodiscard]] std::string macos_debug_file_of(const ByteSource &file, const std::string &path, const FileOpener &open);

// The program database of a Windows program: beside it, under the name that the program has for it (whose folder is one
// of the machine that linked it) or its own.

/// With the GUID that the program says. As debug_file_of().
[[nodiscard]] std::string windows_debug_file_of(const ByteSource &file, const std::string &path,
                                                const FileOpener &open);

} // namespace osaca
