// The contents of a file with machine code, independent of the system. ELF, COFF and Mach-O files are read into this
// structure, and the later steps (functions, loops, source lines) do not depend on the file format.
#pragma once

#include "decode/image/code_section.h"
#include "decode/image/line_table.h"
#include "kernel/isa.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace osaca {

/// Where the source lines are, if the file itself has none.
enum class LinesElsewhere {
  unknown,
  program_database, ///< Windows: in a PDB file, which was not found
  symbol_bundle     ///< macOS: in the objects, from which dsymutil would generate a .dSYM
};

struct ObjectImage {
  Isa isa = Isa::x86_64;
  bool is_relocatable = false; ///< not linked: addresses are relative to their section
  /// In the order of the file, which in linked files is the order of addresses. No two sections share bytes of the
  /// file. Stubs that the linker generated are left out. The sections point into the bytes that were read, which must
  /// outlive this object.
  std::vector<CodeSection> sections;
  /// The functions of a linked file according to tables other than the symbols (for unwinding the stack, for
  /// debuggers); sorted.
  std::vector<AddressRange> functions;
  std::unordered_map<std::uint64_t, std::string> stubs; ///< targets of the linker's stubs ("abort"), by stub address
  LineRows lines;
  InlineSites inlined; ///< of a linked file, if requested and supported for the system
  LinesElsewhere lines_elsewhere = LinesElsewhere::unknown;
  std::string why_empty; ///< message for a file without code
};

// Messages shared by the readers of several formats.

constexpr const char *other_cpu_message =
    "the machine code is for an unsupported CPU (supported are x86-64, AArch64 and 64-bit RISC-V)";
constexpr const char *no_code_message = "the file contains no machine code";
constexpr const char *debug_file_message =
    "the file contains no machine code: it looks like the debug information of another file";
/// The beginning of a message, up to "or compile ". The caller appends the compiler's options.
constexpr const char *what_to_do_with_lto =
    "the machine code is generated when the program is linked; analyse the linked program, or compile ";

constexpr const char *gcc_lto_message =
    "this is an object for link-time optimisation (-flto), which contains only GCC's intermediate code: the machine "
    "code is generated when the program is linked; analyse the linked program, or compile with -ffat-lto-objects or "
    "without -flto";

} // namespace osaca
